//! The date, as PGN wants it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, UTC: `2026.01.31 12:00:00`.
pub fn now() -> String {
    text(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

/// Seconds since the beginning of 1970 as date and time.
fn text(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let length = |year| if is_leap(year) { 366 } else { 365 };
    while days >= length(year) && year < 9999 {
        days -= length(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02} {:02}:{:02}:{:02}", days + 1, rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn known_dates() {
        assert_eq!(text(0), "1970.01.01 00:00:00");
        assert_eq!(text(951_782_400), "2000.02.29 00:00:00");
        assert_eq!(text(1_000_000_000), "2001.09.09 01:46:40");
        assert_eq!(text(1_709_251_199), "2024.02.29 23:59:59");
        assert_eq!(text(1_798_761_600), "2027.01.01 00:00:00");
    }
}

//! The tokens of PGN.

use crate::record::marks::tag_of;

/// A token of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`
    Tag(String, String),
    /// Text in braces, or behind a semicolon up to the end of the line; without blanks at its ends.
    Comment(&'a str),
    /// Text behind a brace that is never closed, up to the end of the file.
    OpenComment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$12`
    Glyph,
    /// A move, a move number, a result.
    Word(&'a str),
}

/// The tokens of a text, each with the number of its line.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// `rest` begins a line.
    at_line_start: bool,
    /// Nothing but blanks and tags stands before `rest` on its line: only there do tags begin.
    tags_may_begin: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, at_line_start: true, tags_may_begin: true }
    }

    /// Takes `length` bytes, which must end at a character.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.at_line_start = taken.ends_with('\n');
        self.rest = rest;
        taken
    }

    /// Takes up to the end of the line, the line end left.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            if blanks > 0 {
                self.tags_may_begin |= self.take(blanks).contains('\n');
            }
            // The escape mechanism of the standard: such lines are not part of the game.
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    fn comment(&mut self) -> Token<'a> {
        self.take(1);
        let end = self.rest.find('}');
        let text = self.take(end.unwrap_or(self.rest.len()));
        self.take(usize::from(end.is_some()));
        if end.is_some() { Token::Comment(text.trim()) } else { Token::OpenComment(text.trim()) }
    }

    /// A tag, if it is one; otherwise the bracket with the characters that follow it without a blank.
    fn tag(&mut self) -> Token<'a> {
        let tag = self.rest.get(..tag_length(self.rest)).unwrap_or("");
        match tag_of(tag) {
            Some((name, value)) => {
                self.take(tag.len());
                Token::Tag(name, value)
            }
            None => self.word(),
        }
    }

    fn word(&mut self) -> Token<'a> {
        let ends = |(at, c): (usize, char)| {
            let end = c.is_whitespace() || at > 0 && matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
            end.then_some(at)
        };
        Token::Word(self.take(self.rest.char_indices().find_map(ends).unwrap_or(self.rest.len())))
    }
}

/// The length of the tag at the start of a text that begins with one: up to the bracket behind the closing quote, or to
/// the end of the line.
fn tag_length(text: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            ']' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        self.skip_blanks();
        let line = self.line;
        let first = self.rest.chars().next()?;
        let token = match first {
            '{' => self.comment(),
            ';' => {
                self.take(1);
                Token::Comment(self.take_line().trim())
            }
            '[' if self.tags_may_begin => self.tag(),
            '(' | ')' => {
                self.take(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            '$' => {
                self.word();
                Token::Glyph
            }
            _ => self.word(),
        };
        self.tags_may_begin = matches!(token, Token::Tag(..));
        Some((line, token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
        Tokens::new(text).collect()
    }

    #[test]
    fn every_kind_of_word_is_told_apart() {
        let text = "[White \"a ] \\\"b\\\"\"] [Round \"1\"]\r\n\r\n1.Nf5{one\ntwo} ; three\r\n% four ( {\n(1... e8$6)$12 +Pa10 1-0";
        let tag = |name: &str, value: &str| Token::Tag(name.to_owned(), value.to_owned());
        let expected = vec![
            (1, tag("White", "a ] \"b\"")),
            (1, tag("Round", "1")),
            (3, Token::Word("1.Nf5")),
            (3, Token::Comment("one\ntwo")),
            (4, Token::Comment("three")),
            (6, Token::Open),
            (6, Token::Word("1...")),
            (6, Token::Word("e8")),
            (6, Token::Glyph),
            (6, Token::Close),
            (6, Token::Glyph),
            (6, Token::Word("+Pa10")),
            (6, Token::Word("1-0")),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn unfinished_texts_end() {
        assert_eq!(tokens("{ no end"), [(1, Token::OpenComment("no end"))]);
        assert_eq!(tokens("[White \"x"), [(1, Token::Word("[White")), (1, Token::Word("\"x"))]);
        assert_eq!(tokens("% only this"), []);
        assert_eq!(
            tokens("a % no escape"),
            [(1, Token::Word("a")), (1, Token::Word("%")), (1, Token::Word("no")), (1, Token::Word("escape"))]
        );
        assert_eq!(tokens("獅子\u{3000}}]"), [(1, Token::Word("獅子")), (1, Token::Word("}")), (1, Token::Word("]"))]);
        assert_eq!(tokens("$"), [(1, Token::Glyph)]);
        assert_eq!(tokens(""), []);
    }
}

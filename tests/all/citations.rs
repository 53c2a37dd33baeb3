//! Citations and links lead somewhere: `chu-rules §6.2` in the code, in its messages and in the texts beside it names a
//! section of `docs/chu-rules.md`, `cecp §1` one of `docs/cecp.md`, and the links of all Markdown files have targets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The documents that are cited by section. A section sign without a document before it is one of the first.
const CITED: [&str; 2] = ["chu-rules", "cecp"];

/// Where citations are looked for, beside Markdown.
const CITING: [&str; 5] = ["src", "tests", "benches", "scripts", "engine.ini"];

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under a path, or the path itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder's entry").path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| files(path)).collect()
}

/// The Markdown files of the project.
fn pages() -> Vec<PathBuf> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let top = std::fs::read_dir(home()).expect("the project's folder");
    let top = top.map(|entry| entry.expect("a folder's entry").path()).filter(|path| path.is_file());
    let below = ["docs", "tests"].into_iter().flat_map(|folder| files(&home().join(folder)));
    top.chain(below).filter(is_page).collect()
}

/// The text of a file, if it is text.
fn text(path: &Path) -> Option<String> {
    String::from_utf8(std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).ok()
}

/// The lines of a page that are not code: neither fenced nor indented by four.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    })
}

/// The headings of a page without their marks.
fn headings(page: &str) -> impl Iterator<Item = &str> {
    prose(page).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim())
}

/// The number that a text begins with, such as `6.2`, without a full stop at its end.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// The numbers of a page's sections. An item of a numbered list counts as one: item 9 of section 9 is 9.9.
fn sections(page: &str) -> BTreeSet<String> {
    let mut sections = BTreeSet::new();
    let mut section = "";
    for line in prose(page) {
        let found = number(line.trim_start_matches('#').trim_start());
        if line.starts_with('#') {
            section = found;
            sections.insert(section.to_owned());
        } else if !found.is_empty() && line[found.len()..].starts_with(". ") && !section.is_empty() {
            sections.insert(format!("{section}.{found}"));
        }
    }
    sections
}

/// The citations of a line: document and section.
fn citations(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.match_indices('§').map(|(at, sign)| {
        let before = line[..at].trim_end();
        let named = CITED.into_iter().find(|name| before.ends_with(name));
        (named.unwrap_or(CITED[0]), number(&line[at + sign.len()..]))
    })
}

#[test]
fn citations_name_sections() {
    let known: BTreeMap<&str, BTreeSet<String>> = CITED
        .into_iter()
        .map(|name| {
            let page = text(&home().join(format!("docs/{name}.md"))).expect("a page of text");
            (name, sections(&page))
        })
        .collect();
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in CITING.iter().flat_map(|path| files(&home().join(path))).chain(pages()) {
        for (index, line) in text(&path).iter().flat_map(|text| text.lines()).enumerate() {
            for (document, section) in citations(line).filter(|(_, section)| !section.is_empty()) {
                count += 1;
                if !known[document].contains(section) {
                    wrong.push(format!("{}:{}: {document} §{section}", path.display(), index + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "no such sections:\n{}", wrong.join("\n"));
    assert!(count > 200, "only {count} citations found");
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
    kept.replace(' ', "-")
}

/// The targets of the links in a page.
fn links(page: &str) -> Vec<&str> {
    let text = prose(page).flat_map(|line| line.split("](").skip(1));
    text.filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

#[test]
fn links_have_targets() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for page in pages() {
        let content = text(&page).expect("a page of text");
        for link in links(&content).into_iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (file, fragment) = link.split_once('#').map_or((link, None), |(file, fragment)| (file, Some(fragment)));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let has_anchor = |fragment| {
                let content = text(&target).unwrap_or_default();
                headings(&content).any(|heading| anchor(heading) == fragment)
            };
            if !target.exists() || fragment.is_some_and(|fragment| !has_anchor(fragment)) {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "links without a target:\n{}", wrong.join("\n"));
    assert!(count > 100, "only {count} links found");
}

#[test]
fn readers_of_pages() {
    let page =
        "# Title\n## 9. Questions\n1. **One**\n12. Two\n### 9.1 `a` and b\n```\n## 7. Code\n```\n    ## 8. Code\n";
    let known: Vec<String> = sections(page).into_iter().collect();
    assert_eq!(known, ["", "9", "9.1", "9.12"]);
    assert_eq!(headings(page).map(anchor).collect::<Vec<_>>(), ["title", "9-questions", "91-a-and-b"]);
    assert_eq!(
        citations("(chu-rules §6.2), §5. cecp §1,").collect::<Vec<_>>(),
        [("chu-rules", "6.2"), ("chu-rules", "5"), ("cecp", "1")]
    );
    assert_eq!(links("[a](b.md#c) and [d](#e)"), ["b.md#c", "#e"]);
}

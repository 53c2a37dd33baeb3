//! Tab-separated tables in `tests/data`.

use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A table with named columns.
pub struct Table {
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// One row of a [`Table`].
#[derive(Clone, Copy)]
pub struct Row<'a> {
    table: &'a Table,
    cells: &'a [String],
}

/// The path of a file in `tests/data`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("data").join(name)
}

/// The text of a file in `tests/data`; unpacked if its name ends in `.gz`.
pub fn text(name: &str) -> String {
    let bytes = fs::read(path(name)).unwrap_or_else(|error| panic!("tests/data/{name}: {error}"));
    let mut text = String::new();
    let read = if name.ends_with(".gz") {
        GzDecoder::new(&bytes[..]).read_to_string(&mut text)
    } else {
        (&bytes[..]).read_to_string(&mut text)
    };
    read.unwrap_or_else(|error| panic!("tests/data/{name}: {error}"));
    text
}

impl Table {
    /// Reads a table: lines that start with `#` are comments, the first other line names the columns.
    pub fn read(name: &str) -> Table {
        let text = text(name);
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let split = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let columns = split(lines.next().unwrap_or_else(|| panic!("tests/data/{name} is empty")));
        let rows: Vec<_> = lines.map(split).collect();
        for row in &rows {
            assert_eq!(row.len(), columns.len(), "tests/data/{name}: row {} has another number of columns", row[0]);
        }
        Table { name: name.to_owned(), columns, rows }
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }

    /// The row with this id.
    pub fn row(&self, id: &str) -> Row<'_> {
        self.rows().find(|row| row.get("id") == id).unwrap_or_else(|| panic!("tests/data/{}: no row {id}", self.name))
    }
}

impl<'a> Row<'a> {
    /// The cell in this column.
    pub fn get(&self, column: &str) -> &'a str {
        let index = self.table.columns.iter().position(|name| name == column);
        &self.cells[index.unwrap_or_else(|| panic!("tests/data/{} has no column {column}", self.table.name))]
    }

    /// The number in this column.
    pub fn number(&self, column: &str) -> u64 {
        let cell = self.get(column);
        cell.parse().unwrap_or_else(|_| panic!("tests/data/{}: {cell} in column {column}", self.table.name))
    }
}

//! Which translation units form a program.
//!
//! A compilation database does not say what is linked with what. Link commands do, where a build was recorded. Otherwise
//! each unit with a `main` is a program, together with the units that define what it wants, and what those want; what
//! belongs to no program is a library. Where several units define what is wanted, none is taken: a program that exists
//! nowhere must not be judged. The symbol is then unknown, and the group says so. But a source that is compiled in several
//! ways (for a static and a shared library, say) is one source: all of a program's units come from the way of which the first one
//! came, and the group says that it was a choice. Of several members of archives the first one is taken, as linkers do.
//!
//! The result depends on the set of units only, given in a fixed order.

use crate::Symbols;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Units that are analysed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub name: String,
    /// Indices, ascending.
    pub units: Vec<usize>,
    /// What several units define, so that none was taken, with those units.
    pub ambiguous: Vec<(String, Vec<usize>)>,
    /// Units that were taken although their source is compiled in other ways, too.
    pub variants: Vec<usize>,
}

/// What a recorded link command or the user says: these units, and of those others what is needed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    pub name: String,
    pub objects: Vec<usize>,
    /// Members of archives, in the order in which a linker finds them: linked if wanted.
    pub archives: Vec<usize>,
}

/// A unit as grouping sees it.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// For the names of programs.
    pub name: &'a str,
    /// Where its object file goes: what is built together goes to one place. Empty if that is not known.
    pub place: &'a str,
    pub symbols: &'a Symbols,
}

/// Groups units; `entry` is the function that makes a unit a program, `links` is what is known.
pub fn group(units: &[Unit<'_>], entry: &str, links: &[Link]) -> Vec<Group> {
    let table = Table::new(units, entry);
    let mut groups: Vec<Group> = links.iter().map(|link| table.linked(link)).collect();
    let linked: BTreeSet<usize> = groups.iter().flat_map(|group| group.units.iter().copied()).collect();
    let mains: Vec<usize> = table.entries.iter().copied().filter(|main| !linked.contains(main)).collect();
    groups.extend(mains.into_iter().map(|main| table.program(main)));
    let used: BTreeSet<usize> = groups.iter().flat_map(|group| group.units.iter().copied()).collect();
    let rest: Vec<usize> = (0..units.len()).filter(|unit| !used.contains(unit)).collect();
    groups.extend(table.libraries(&rest));
    name_apart(&mut groups);
    groups
}

/// Each unit by itself.
pub fn alone(units: &[Unit<'_>]) -> Vec<Group> {
    let one = |(at, unit): (usize, &Unit<'_>)| Group {
        name: unit.name.to_owned(),
        units: vec![at],
        ambiguous: Vec::new(),
        variants: Vec::new(),
    };
    let mut groups: Vec<Group> = units.iter().enumerate().map(one).collect();
    name_apart(&mut groups);
    groups
}

struct Table<'a> {
    units: &'a [Unit<'a>],
    /// Units that define the entry.
    entries: BTreeSet<usize>,
    definers: HashMap<&'a str, Vec<usize>>,
}

/// A program in the making.
#[derive(Default)]
struct Chosen<'a> {
    units: BTreeSet<usize>,
    defined: BTreeSet<&'a str>,
    ambiguous: BTreeMap<&'a str, Vec<usize>>,
    variants: BTreeSet<usize>,
    wanted: Vec<&'a str>,
}

impl<'a> Table<'a> {
    fn new(units: &'a [Unit<'a>], entry: &str) -> Table<'a> {
        let mut definers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, unit) in units.iter().enumerate() {
            for name in unit.symbols.strong.iter().chain(&unit.symbols.weak) {
                definers.entry(name).or_default().push(index);
            }
        }
        let entries = definers.get(entry).into_iter().flatten().copied().collect();
        Table { units, entries, definers }
    }

    fn program(&self, main: usize) -> Group {
        let mut chosen = Chosen::default();
        self.take(&mut chosen, main);
        self.complete(&mut chosen, |candidates| self.without_entries(candidates));
        chosen.group(stem(self.units[main].name))
    }

    fn linked(&self, link: &Link) -> Group {
        let mut chosen = Chosen::default();
        link.objects.iter().for_each(|&unit| self.take(&mut chosen, unit));
        let members: BTreeSet<usize> = link.archives.iter().copied().collect();
        let place: HashMap<usize, usize> = link.archives.iter().enumerate().map(|(at, &unit)| (unit, at)).collect();
        // An archive is searched for `main`, too.
        if !link.objects.iter().any(|unit| self.entries.contains(unit)) {
            let mains: Vec<usize> = self.entries.intersection(&members).copied().collect();
            if let [main] = mains[..] {
                self.take(&mut chosen, main);
            }
        }
        self.complete(&mut chosen, |candidates| {
            let members = candidates.iter().copied().filter(|unit| place.contains_key(unit));
            members.min_by_key(|unit| place[unit]).into_iter().collect()
        });
        chosen.group(&link.name)
    }

    /// The rest: as few libraries as there can be without two definitions of one symbol, each with what it wants.
    fn libraries(&self, rest: &[usize]) -> Vec<Group> {
        let mut libraries: Vec<Chosen<'a>> = Vec::new();
        for &unit in rest {
            let fits = libraries.iter().position(|library| !self.collides(library, unit));
            let at = fits.unwrap_or_else(|| {
                libraries.push(Chosen::default());
                libraries.len() - 1
            });
            self.take(&mut libraries[at], unit);
        }
        let complete = |mut library: Chosen<'a>| {
            self.complete(&mut library, |candidates| self.without_entries(candidates));
            library.group("library")
        };
        libraries.into_iter().map(complete).collect()
    }

    fn take(&self, chosen: &mut Chosen<'a>, unit: usize) {
        if chosen.units.insert(unit) {
            let symbols = self.units[unit].symbols;
            chosen.defined.extend(symbols.strong.iter().chain(&symbols.weak).map(String::as_str));
            chosen.wanted.extend(symbols.wanted.iter().map(String::as_str));
        }
    }

    fn without_entries(&self, candidates: &[usize]) -> Vec<usize> {
        candidates.iter().copied().filter(|candidate| !self.entries.contains(candidate)).collect()
    }

    /// Adds the units that define what is wanted, as far as that is clear. `eligible` says which of those that define a symbol
    /// may be taken for it.
    fn complete(&self, chosen: &mut Chosen<'a>, eligible: impl Fn(&[usize]) -> Vec<usize>) {
        while let Some(name) = chosen.wanted.pop() {
            if chosen.defined.contains(name) || chosen.ambiguous.contains_key(name) {
                continue;
            }
            let candidates = self.definers.get(name).map_or_else(Vec::new, |definers| eligible(definers));
            match candidates[..] {
                [] => {}
                [unit] if !self.collides(chosen, unit) => self.take(chosen, unit),
                [first, ..] if self.are_variants(&candidates) && !self.collides(chosen, first) => {
                    let unit = self.variant(chosen, &candidates);
                    chosen.variants.insert(unit);
                    self.take(chosen, unit);
                }
                _ => _ = chosen.ambiguous.insert(name, candidates),
            }
        }
    }

    /// Are these one source, compiled in several ways to several places?
    fn are_variants(&self, candidates: &[usize]) -> bool {
        let units = candidates.iter().map(|&unit| &self.units[unit]);
        let places: BTreeSet<&str> = units.clone().map(|unit| unit.place).collect();
        let sources: BTreeSet<&str> = units.map(|unit| unit.name).collect();
        sources.len() == 1 && places.len() == candidates.len() && !places.contains("")
    }

    /// The one that is built where units are that were taken before; the first, if there are none.
    fn variant(&self, chosen: &Chosen<'_>, candidates: &[usize]) -> usize {
        let places: BTreeSet<&str> = chosen.variants.iter().map(|&unit| self.units[unit].place).collect();
        let together = candidates.iter().copied().find(|&unit| places.contains(self.units[unit].place));
        let first = || candidates.iter().copied().min_by_key(|&unit| self.units[unit].place).unwrap_or_default();
        together.unwrap_or_else(first)
    }

    /// Would a unit define a second time what must be defined once?
    fn collides(&self, chosen: &Chosen<'_>, unit: usize) -> bool {
        let is_strong = |name: &String| {
            let mut definers = self.definers.get(name.as_str()).into_iter().flatten();
            definers.any(|other| {
                chosen.units.contains(other) && self.units[*other].symbols.strong.binary_search(name).is_ok()
            })
        };
        self.units[unit].symbols.strong.iter().any(|name| chosen.defined.contains(name.as_str()) && is_strong(name))
    }
}

impl Chosen<'_> {
    fn group(self, name: &str) -> Group {
        let defined = self.defined;
        let ambiguous = self.ambiguous.into_iter().filter(|(name, _)| !defined.contains(name));
        Group {
            name: name.to_owned(),
            units: self.units.into_iter().collect(),
            ambiguous: ambiguous.map(|(name, units)| (name.to_owned(), units)).collect(),
            variants: self.variants.into_iter().collect(),
        }
    }
}

fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Programs of one name get numbers.
fn name_apart(groups: &mut [Group]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for group in groups {
        let count = counts.entry(group.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            group.name = format!("{} ({count})", group.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a: main -f -g` defines `main`, wants `f` and `g`; `~` marks weak ones. `x/a` is `a` compiled to `x`.
    fn groups(text: &str, links: &[Link]) -> Vec<String> {
        let parse = |line: &str| {
            let (name, words) = line.split_once(':').expect("a name");
            let mut symbols = Symbols::default();
            for word in words.split_whitespace() {
                match (word.strip_prefix('-'), word.strip_prefix('~')) {
                    (Some(wanted), _) => symbols.wanted.push(wanted.to_owned()),
                    (_, Some(weak)) => symbols.weak.push(weak.to_owned()),
                    _ => symbols.strong.push(word.to_owned()),
                }
            }
            (name.trim().to_owned(), symbols)
        };
        let parsed: Vec<(String, Symbols)> = text.split(';').map(parse).collect();
        fn unit((name, symbols): &(String, Symbols)) -> Unit<'_> {
            let (place, name) = name.split_once('/').unwrap_or(("", name));
            Unit { name, place, symbols }
        }
        let units: Vec<Unit<'_>> = parsed.iter().map(unit).collect();
        let show = |group: Group| {
            let unknown: Vec<&str> = group.ambiguous.iter().map(|(name, _)| name.as_str()).collect();
            let units: Vec<&str> = group.units.iter().map(|&unit| parsed[unit].0.as_str()).collect();
            format!(
                "{} = {}{}{}",
                group.name,
                units.join(" "),
                if unknown.is_empty() { "" } else { " ?" },
                unknown.join(" ")
            )
        };
        group(&units, "main", links).into_iter().map(show).collect()
    }

    #[test]
    fn each_main_has_what_it_needs_and_the_rest_is_a_library() {
        assert_eq!(
            groups("a.c: main -f; b.c: main -g; f.c: f -g; g.c: g -puts; l.c: l -f", &[]),
            ["a = a.c f.c g.c", "b = b.c g.c", "library = f.c g.c l.c"]
        );
        assert_eq!(groups("f.c: f; g.c: g", &[]), ["library = f.c g.c"]);
    }

    #[test]
    fn a_unit_with_another_main_is_never_taken() {
        assert_eq!(groups("a.c: main die; b.c: main -die; d.c: die", &[]), ["a = a.c", "b = b.c d.c"]);
    }

    #[test]
    fn what_several_units_define_is_left_unknown() {
        assert_eq!(
            groups("a.c: main -f -h; x.c: f h; y.c: f", &[]),
            ["a = a.c x.c", "library = y.c"],
            "x.c comes for h, which is clear, and brings f"
        );
        assert_eq!(groups("a.c: main -f; x.c: f; y.c: f", &[]), ["a = a.c ?f", "library = x.c", "library (2) = y.c"]);
    }

    #[test]
    fn of_a_source_that_is_compiled_in_several_ways_one_is_taken_and_all_of_the_same() {
        let text = "o/a.c: main -f -g; x/f.c: f -h; y/f.c: f -h; y/g.c: g; x/g.c: g; x/h.c: h; y/h.c: h";
        assert_eq!(groups(text, &[]), ["a = o/a.c x/f.c x/g.c x/h.c", "library = y/f.c y/g.c y/h.c"]);
        assert_eq!(groups("a.c: main -f; f.c: f; f.c: f", &[])[0], "a = a.c ?f", "nothing says what belongs together");
        assert_eq!(groups("o/a.c: main -f; x/f.c: f; y/e.c: f", &[])[0], "a = o/a.c ?f", "two sources");
    }

    #[test]
    fn weak_definitions_collide_with_nothing() {
        assert_eq!(groups("a.c: main ~f -g; g.c: g f", &[]), ["a = a.c g.c"]);
    }

    #[test]
    fn link_commands_decide_where_there_are_any() {
        let link = Link { name: "prog".to_owned(), objects: vec![0], archives: vec![2] };
        assert_eq!(groups("a.c: main -f; x.c: f; y.c: f; z.c: z", &[link]), ["prog = a.c y.c", "library = x.c z.c"]);
    }

    #[test]
    fn the_first_member_of_an_archive_is_linked() {
        for (archives, taken) in [(vec![1, 2], "x.c"), (vec![2, 1], "y.c")] {
            let link = Link { name: "prog".to_owned(), objects: vec![0], archives };
            assert_eq!(groups("a.c: main -f; x.c: f; y.c: f", &[link])[0], format!("prog = a.c {taken}"));
        }
    }
}

//! Patterns for paths: `*` is any part of a name, `?` one character of it, `**` any number of folders.

/// Does a path with `/` match? A pattern that names a folder matches everything in it.
pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let path = path.strip_prefix("./").unwrap_or(path);
    let folder = pattern.trim_end_matches('/');
    let parts = |text: &str| -> Vec<String> { text.split('/').map(str::to_owned).collect() };
    let path = parts(path);
    match_parts(&parts(folder), &path) || match_parts(&[parts(folder), vec!["**".to_owned()]].concat(), &path)
}

/// Linear in the product of the lengths: `reached[i]` is whether the pattern up to here matches the first `i` parts.
fn match_parts(pattern: &[String], path: &[String]) -> bool {
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            next[at] = if part == "**" {
                reached[at] || (at > 0 && next[at - 1])
            } else {
                at > 0 && reached[at - 1] && match_name(part.as_bytes(), path[at - 1].as_bytes())
            };
        }
        reached = next;
    }
    reached[path.len()]
}

fn match_name(pattern: &[u8], name: &[u8]) -> bool {
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for &sign in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match sign {
                b'*' => reached[at] || (at > 0 && next[at - 1]),
                b'?' => at > 0 && reached[at - 1],
                _ => at > 0 && reached[at - 1] && name[at - 1] == sign,
            };
        }
        reached = next;
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_names_and_folders() {
        for (pattern, path) in [
            ("src/*.c", "src/a.c"),
            ("src/**", "src/a/b.c"),
            ("**/*.h", "a.h"),
            ("**/*.h", "x/y/a.h"),
            ("third_party", "third_party/z/a.c"),
            ("gen/", "gen/a.c"),
            ("a?c.c", "abc.c"),
            ("./a.c", "a.c"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [("src/*.c", "src/a/b.c"), ("*.c", "src/a.c"), ("src", "srcs/a.c"), ("", "a.c")] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn no_pattern_takes_long() {
        assert!(!matches(&"*a".repeat(200), &"a".repeat(2000).replace("aa", "ab")));
        assert!(!matches(&format!("{}x", "**/".repeat(100)), &"b/".repeat(300)));
    }
}

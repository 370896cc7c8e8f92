//! How reports lie in a store: forms for what has none of its own.

/// A rule by its name.
pub mod rule {
    use cairn_ir::Rule;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
        rule.name().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let name = String::deserialize(deserializer)?;
        Rule::from_name(&name).ok_or_else(|| D::Error::custom("no such rule"))
    }
}

/// Texts with titles that are constants in the code.
pub mod titled {
    use cairn_engine::kept::Word;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    struct Titled(#[serde(deserialize_with = "cairn_engine::kept::word")] Word, String);

    pub fn serialize<S: Serializer>(texts: &[(Word, String)], serializer: S) -> Result<S::Ok, S::Error> {
        texts.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Word, String)>, D::Error> {
        let texts = Vec::<Titled>::deserialize(deserializer)?;
        Ok(texts.into_iter().map(|Titled(title, text)| (title, text)).collect())
    }
}

import type { DatabaseSync } from 'node:sqlite'
import { packOlderTerms } from './counts/pack-older-terms.ts'

/** A change of a database: SQL, or a function if it needs more. It runs in a transaction. */
export type Migration = string | ((connection: DatabaseSync) => void)

/**
 * The changes that make an empty database a current one, in order. The version of a database is the number of changes it has had, so only
 * add to the end.
 */
export const migrations: Migration[] = [
  `
  CREATE TABLE alerts (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    alert_id TEXT NOT NULL UNIQUE,
    alert_type TEXT NOT NULL,
    alert_name TEXT NOT NULL,
    project_id TEXT NOT NULL,
    project_name TEXT NOT NULL,
    query TEXT,
    languages TEXT NOT NULL DEFAULT '[]',
    origin TEXT NOT NULL,
    mentions INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE items (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    root INTEGER NOT NULL,
    channel TEXT NOT NULL,
    author TEXT,
    title TEXT NOT NULL,
    content TEXT,
    published INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    mentions INTEGER NOT NULL DEFAULT 0,
    matched INTEGER NOT NULL DEFAULT 0,
    rechecks INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, id)
  ) STRICT;
  CREATE INDEX items_by_address ON items (address);
  CREATE INDEX items_by_author ON items (source, author) WHERE author IS NOT NULL;
  CREATE INDEX items_by_seen ON items (seen);
  CREATE INDEX items_to_recheck ON items (source, rechecks, published) WHERE mentions > 0 AND content IS NOT NULL;

  CREATE TABLE mentions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    alert INTEGER NOT NULL,
    id ANY NOT NULL,
    date INTEGER NOT NULL,
    reach INTEGER NOT NULL,
    source TEXT NOT NULL,
    language TEXT NOT NULL,
    country TEXT NOT NULL,
    sentiment TEXT,
    tags TEXT,
    gender TEXT,
    age TEXT,
    item INTEGER,
    root INTEGER,
    stored INTEGER NOT NULL
  ) STRICT;
  -- One index for each sort order. They contain what the filters need, so that a page reads nothing else until it has its mentions.
  CREATE INDEX mentions_by_id ON mentions (alert, id, date, reach, source, language, country, tags);
  CREATE INDEX mentions_by_date ON mentions (alert, date, id, reach, source, language, country, tags);
  CREATE INDEX mentions_by_reach ON mentions (alert, reach, id, date, source, language, country, tags);
  CREATE UNIQUE INDEX mentions_by_root ON mentions (root, alert) WHERE root IS NOT NULL;
  CREATE INDEX mentions_by_item ON mentions (item) WHERE item IS NOT NULL;
  CREATE INDEX mentions_by_stored ON mentions (stored);
  CREATE TABLE bodies (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;

  CREATE TABLE days (
    alert INTEGER NOT NULL,
    day INTEGER NOT NULL,
    source TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    reach INTEGER NOT NULL,
    positive INTEGER NOT NULL,
    negative INTEGER NOT NULL,
    neutral INTEGER NOT NULL,
    PRIMARY KEY (alert, day, source)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE facets (
    alert INTEGER NOT NULL,
    facet TEXT NOT NULL,
    day INTEGER NOT NULL,
    source TEXT NOT NULL,
    value TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    PRIMARY KEY (alert, facet, day, source, value)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE day_terms (
    alert INTEGER NOT NULL,
    day INTEGER NOT NULL,
    source TEXT NOT NULL,
    term TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    PRIMARY KEY (alert, day, source, term)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE month_terms (
    alert INTEGER NOT NULL,
    term TEXT NOT NULL,
    month INTEGER NOT NULL,
    source TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    PRIMARY KEY (alert, term, month, source)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE channels (
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    cursor TEXT,
    state TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (source, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE pages (
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    page TEXT NOT NULL,
    PRIMARY KEY (source, key, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE hosts (host TEXT PRIMARY KEY, free_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('rolled_up', 0);
  `,
  `
  -- Ids that this file has not given: each start leaves room for those of another copy of the file.
  CREATE TABLE id_gaps (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
  `,
  (connection) => {
    connection.exec(`
      -- The counts of terms of one alert, source, and day or month (its first day), packed: about two bytes for each term.
      CREATE TABLE terms (key INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, mentions INTEGER NOT NULL) STRICT;
      CREATE TABLE term_counts (
        alert INTEGER NOT NULL,
        span TEXT NOT NULL,
        source TEXT NOT NULL,
        first INTEGER NOT NULL,
        counts BLOB NOT NULL,
        PRIMARY KEY (alert, span, source, first)
      ) STRICT;
    `)
    packOlderTerms(connection)
  },
  `
  -- For filters that few mentions meet.
  CREATE INDEX mentions_by_source ON mentions (alert, source);
  CREATE INDEX mentions_by_language ON mentions (alert, language) WHERE language <> 'unknown';
  CREATE INDEX mentions_by_country ON mentions (alert, country) WHERE country <> 'unknown';
  CREATE INDEX mentions_by_tags ON mentions (alert, tags) WHERE tags IS NOT NULL;
  `,
  `
  -- When the query was written so, in ms. Of older alerts the latest time that the file knows.
  ALTER TABLE alerts ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
  UPDATE alerts SET since = coalesce((SELECT max(seen) FROM items), 0);
  `,
  `
  -- What people say about the sentiment of a mention. It goes with the mention.
  CREATE TABLE corrections (seq INTEGER PRIMARY KEY, sentiment TEXT NOT NULL) STRICT;
  CREATE TRIGGER corrections_go AFTER DELETE ON mentions BEGIN DELETE FROM corrections WHERE seq = old.seq; END;
  -- Since when (ms) sentiments are judged by words in six languages, if there are older ones.
  INSERT INTO meta SELECT 'sentiments_since', unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM mentions);
  `,
  `
  -- Mentions that have gone because their source has removed the post. Ids only.
  CREATE TABLE removals (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    mention ANY NOT NULL,
    found INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- What most bodies have in common is one byte. Older bodies leave room in the file that new ones use.
  UPDATE bodies SET body = packed(body);
  `,
]

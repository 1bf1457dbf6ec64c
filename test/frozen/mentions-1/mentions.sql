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
INSERT INTO alerts (key, alert_id, alert_type, alert_name, project_id, project_name, query, languages, origin, mentions) VALUES (1, '1001', 'mentions', 'Acme', '1', 'Overheard', 'acme -jobs', '[]', 'configuration', 6);
INSERT INTO alerts (key, alert_id, alert_type, alert_name, project_id, project_name, query, languages, origin, mentions) VALUES (2, '1002', 'mentions', 'Praise', '1', 'Overheard', 'fast OR love', '["en","de"]', 'configuration', 3);
INSERT INTO alerts (key, alert_id, alert_type, alert_name, project_id, project_name, query, languages, origin, mentions) VALUES (3, '1003', 'mentions', 'Reviews', '1', 'Overheard', 'source:intake stars', '[]', 'command', 1);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (1, 'hacker-news', '1', 'news.ycombinator.com/item?id=1', 1, 'new', 'kim', 'Acme is fast', '{"title":"Acme is fast","text":"","url":"https://news.ycombinator.com/item?id=1","links":[],"kind":"web","author":{"name":"kim","url":"https://news.ycombinator.com/user?id=kim","avatar":"","audience":0},"metrics":{"points":40,"comments":0}}', 1795164600000, 1795165200000, 1795165200000, 2, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (2, 'hacker-news', '2', 'news.ycombinator.com/item?id=2', 2, 'new', 'jo', 'Clouds', '{"title":"Clouds","isBorrowed":true,"text":"I left Acme","url":"https://news.ycombinator.com/item?id=2","links":[],"kind":"web","author":{"name":"jo","url":"https://news.ycombinator.com/user?id=jo","avatar":"","audience":0}}', 1795164700000, 1795165200000, 1795165200000, 1, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (3, 'feeds', 'usVZxSH_KC_O 1', 'blog.example/1', 3, 'https://blog.example/feed.xml', NULL, 'Acme opens a shop', '{"title":"Acme opens a shop","text":"","url":"https://blog.example/1","links":[],"kind":"news-blogs","author":{"name":"The blog","url":"https://blog.example/feed.xml","avatar":"","audience":0,"writtenBy":"Jane Doe"},"language":"en"}', 1795158000000, 1795165200000, 1795165200000, 1, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (4, 'feeds', 'usVZxSH_KC_O 2', 'blog.example/2', 4, 'https://blog.example/feed.xml', NULL, 'Something else', '{"title":"Something else","text":"","url":"https://blog.example/2","links":[],"kind":"news-blogs","author":{"name":"The blog","url":"https://blog.example/feed.xml","avatar":"","audience":0,"writtenBy":"Jane Doe"},"language":"en"}', 1795161600000, 1795165200000, 1795165200000, 0, 0, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (5, 'news', 'PHfyYaFWpTCP bing paper.example/acme', 'paper.example/acme', 5, 'acme', NULL, 'Acme in the paper', '{"title":"Acme in the paper","text":"About Acme, which grows","url":"https://paper.example/acme","links":[],"kind":"news-blogs","author":{"name":"Paper","url":"https://paper.example/","avatar":"","audience":0}}', 1795165200000, 1795165200000, 1795165200000, 1, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (6, 'bluesky', 'at://did:plc:alice/app.bsky.feed.post/p1', 'bsky.app/profile/did:plc:alice/post/p1', 6, 'posts', 'did:plc:alice', 'We moved to Acme, and I love it', '{"title":"We moved to Acme, and I love it","isBorrowed":true,"text":"We moved to Acme, and I love it","url":"https://bsky.app/profile/did:plc:alice/post/p1","links":[],"kind":"web","author":{"name":"Alice","url":"https://bsky.app/profile/alice.example","avatar":"","audience":4000},"language":"en","metrics":{"followers":4000}}', 1795165260000, 1795165261000, 1795165261000, 2, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (7, 'bluesky', 'at://did:plc:alice/app.bsky.feed.post/p2', '', 7, 'posts', NULL, '', NULL, 1795165260000, 1795165261000, 1795165261000, 0, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (8, 'intake', 'shop:42', 'shop.example/42', 8, 'intake', NULL, 'Five stars', '{"title":"Five stars","text":"I love Acme","url":"https://shop.example/42","links":[],"kind":"web","author":{"name":"Ben","url":"","avatar":"","audience":7},"location":{"country":"DE"},"given":{"reach":12,"sentiment":"positive","tags":["vip"]}}', 1795165320000, 1795165320000, 1795165320000, 3, 1, 0);
INSERT INTO items (key, source, id, address, root, channel, author, title, content, published, stored, seen, mentions, matched, rechecks) VALUES (9, 'intake', 'shop:43', 'shop.example/43', 9, 'intake', NULL, 'Acme jobs', '{"title":"Acme jobs","isBorrowed":true,"text":"Acme jobs","url":"https://shop.example/43","links":[],"kind":"web","author":{"name":"shop.example","url":"","avatar":"","audience":0}}', 1795165320000, 1795165320000, 1795165320000, 0, 0, 0);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200000, 1, 1795165200000, 1795164600000, 1600, 'web', 'unknown', 'unknown', NULL, NULL, NULL, NULL, 1, 1, 1795165200000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200001, 2, 1795165200001, 1795164600000, 1600, 'web', 'unknown', 'unknown', NULL, NULL, NULL, NULL, 1, 1, 1795165200000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200002, 1, 1795165200002, 1795164700000, 0, 'web', 'unknown', 'unknown', NULL, NULL, NULL, NULL, 2, 2, 1795165200000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200003, 1, 1795165200003, 1795158000000, 0, 'news-blogs', 'en', 'unknown', 'neutral', NULL, NULL, NULL, 3, 3, 1795165200000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200004, 1, 1795165200004, 1795165200000, 0, 'news-blogs', 'en', 'unknown', 'neutral', NULL, NULL, NULL, 5, 5, 1795165200000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200005, 1, 1795165200005, 1795165260000, 200, 'web', 'en', 'unknown', 'positive', NULL, NULL, NULL, 6, 6, 1795165261000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200006, 2, 1795165200006, 1795165260000, 200, 'web', 'en', 'unknown', 'positive', NULL, NULL, NULL, 6, 6, 1795165261000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200008, 2, 1795165200008, 1795165320000, 12, 'web', 'en', 'DE', 'positive', 'vip', NULL, NULL, 8, 8, 1795165320000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200009, 1, 1795165200009, 1795165320000, 12, 'web', 'en', 'DE', 'positive', 'vip', NULL, NULL, 8, 8, 1795165320000);
INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored) VALUES (1795165200010, 3, 1795165200010, 1795165320000, 12, 'web', 'en', 'DE', 'positive', 'vip', NULL, NULL, 8, 8, 1795168920000);
INSERT INTO bodies (seq, body) VALUES (1795165200000, '{"id":1795165200000,"date":1795164600000,"reach":1600,"language":"unknown","url":"https://news.ycombinator.com/item?id=1","snippet":"Acme is fast","title":"Acme is fast","done":false,"starred":false,"tags":[],"author":{"name":"kim","avatar":"","audience":0,"url":"https://news.ycombinator.com/user?id=kim"},"source":"web","entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":0,"end_index":4}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200001, '{"id":1795165200001,"date":1795164600000,"reach":1600,"language":"unknown","url":"https://news.ycombinator.com/item?id=1","snippet":"Acme is fast","title":"Acme is fast","done":false,"starred":false,"tags":[],"author":{"name":"kim","avatar":"","audience":0,"url":"https://news.ycombinator.com/user?id=kim"},"source":"web","entities":{"snippet":{"highlighted_text":[{"text":"fast","start_index":8,"end_index":12}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200002, '{"id":1795165200002,"date":1795164700000,"reach":0,"language":"unknown","url":"https://news.ycombinator.com/item?id=2","snippet":"I left Acme","title":"Clouds","done":false,"starred":false,"tags":[],"author":{"name":"jo","avatar":"","audience":0,"url":"https://news.ycombinator.com/user?id=jo"},"source":"web","entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":7,"end_index":11}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200003, '{"id":1795165200003,"date":1795158000000,"reach":0,"language":"en","url":"https://blog.example/1","snippet":"Acme opens a shop","title":"Acme opens a shop","done":false,"starred":false,"tags":[],"author":{"name":"The blog","avatar":"","audience":0,"url":"https://blog.example/feed.xml","written_by":"Jane Doe"},"sentiment":"neutral","source":"news-blogs","entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":0,"end_index":4}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200004, '{"id":1795165200004,"date":1795165200000,"reach":0,"language":"en","url":"https://paper.example/acme","snippet":"About Acme, which grows","title":"Acme in the paper","done":false,"starred":false,"tags":[],"author":{"name":"Paper","avatar":"","audience":0,"url":"https://paper.example/"},"sentiment":"neutral","source":"news-blogs","entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":6,"end_index":10}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200005, '{"id":1795165200005,"date":1795165260000,"reach":200,"language":"en","url":"https://bsky.app/profile/did:plc:alice/post/p1","snippet":"We moved to Acme, and I love it","title":"We moved to Acme, and I love it","done":false,"starred":false,"tags":[],"author":{"name":"Alice","avatar":"","audience":4000,"url":"https://bsky.app/profile/alice.example"},"sentiment":"positive","source":"web","entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":12,"end_index":16}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200006, '{"id":1795165200006,"date":1795165260000,"reach":200,"language":"en","url":"https://bsky.app/profile/did:plc:alice/post/p1","snippet":"We moved to Acme, and I love it","title":"We moved to Acme, and I love it","done":false,"starred":false,"tags":[],"author":{"name":"Alice","avatar":"","audience":4000,"url":"https://bsky.app/profile/alice.example"},"sentiment":"positive","source":"web","entities":{"snippet":{"highlighted_text":[{"text":"love","start_index":24,"end_index":28}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200008, '{"id":1795165200008,"date":1795165320000,"reach":12,"language":"en","url":"https://shop.example/42","snippet":"I love Acme","title":"Five stars","done":false,"starred":false,"tags":["vip"],"author":{"name":"Ben","avatar":"","audience":7,"url":""},"sentiment":"positive","source":"web","location":{"country":"DE"},"entities":{"snippet":{"highlighted_text":[{"text":"love","start_index":2,"end_index":6}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200009, '{"id":1795165200009,"date":1795165320000,"reach":12,"language":"en","url":"https://shop.example/42","snippet":"I love Acme","title":"Five stars","done":false,"starred":false,"tags":["vip"],"author":{"name":"Ben","avatar":"","audience":7,"url":""},"sentiment":"positive","source":"web","location":{"country":"DE"},"entities":{"snippet":{"highlighted_text":[{"text":"Acme","start_index":7,"end_index":11}]}}}');
INSERT INTO bodies (seq, body) VALUES (1795165200010, '{"id":1795165200010,"date":1795165320000,"reach":12,"language":"en","url":"https://shop.example/42","snippet":"I love Acme","title":"Five stars","done":false,"starred":false,"tags":["vip"],"author":{"name":"Ben","avatar":"","audience":7,"url":""},"sentiment":"positive","source":"web","location":{"country":"DE"},"entities":{"snippet":{"highlighted_text":[]}}}');
INSERT INTO days (alert, day, source, mentions, reach, positive, negative, neutral) VALUES (1, 20777, 'news-blogs', 2, 0, 0, 0, 2);
INSERT INTO days (alert, day, source, mentions, reach, positive, negative, neutral) VALUES (1, 20777, 'web', 4, 1812, 2, 0, 0);
INSERT INTO days (alert, day, source, mentions, reach, positive, negative, neutral) VALUES (2, 20777, 'web', 3, 1812, 2, 0, 0);
INSERT INTO days (alert, day, source, mentions, reach, positive, negative, neutral) VALUES (3, 20777, 'web', 1, 12, 1, 0, 0);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (1, 'country', 20777, 'web', 'DE', 1);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (1, 'language', 20777, 'news-blogs', 'en', 2);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (1, 'language', 20777, 'web', 'en', 2);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (2, 'country', 20777, 'web', 'DE', 1);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (2, 'language', 20777, 'web', 'en', 2);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (3, 'country', 20777, 'web', 'DE', 1);
INSERT INTO facets (alert, facet, day, source, value, mentions) VALUES (3, 'language', 20777, 'web', 'en', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'news-blogs', 'acme', 2);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'news-blogs', 'grows', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'news-blogs', 'opens', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'news-blogs', 'paper', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'news-blogs', 'shop', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'acme', 4);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'clouds', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'fast', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'five', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'left', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'love', 2);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'moved', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (1, 20777, 'web', 'stars', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'acme', 3);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'fast', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'five', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'love', 2);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'moved', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (2, 20777, 'web', 'stars', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (3, 20777, 'web', 'acme', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (3, 20777, 'web', 'five', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (3, 20777, 'web', 'love', 1);
INSERT INTO day_terms (alert, day, source, term, mentions) VALUES (3, 20777, 'web', 'stars', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'acme', 20758, 'news-blogs', 2);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'acme', 20758, 'web', 4);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'clouds', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'fast', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'five', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'grows', 20758, 'news-blogs', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'left', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'love', 20758, 'web', 2);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'moved', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'opens', 20758, 'news-blogs', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'paper', 20758, 'news-blogs', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'shop', 20758, 'news-blogs', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (1, 'stars', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'acme', 20758, 'web', 3);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'fast', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'five', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'love', 20758, 'web', 2);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'moved', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (2, 'stars', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (3, 'acme', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (3, 'five', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (3, 'love', 20758, 'web', 1);
INSERT INTO month_terms (alert, term, month, source, mentions) VALUES (3, 'stars', 20758, 'web', 1);
INSERT INTO channels (source, key, cursor, state) VALUES ('bluesky', 'posts', '{"timeUs":1795165320000000,"gone":[]}', '{"nextAt":0,"waitMs":0,"failures":0,"gaps":[],"startedAt":1795165200000,"okAt":1795165321000,"itemAt":1795165261000,"delayMs":1000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('bluesky', 'recheck', NULL, '{"nextAt":1795199400000,"waitMs":1800000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795197600000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('feeds', 'https://blog.example/feed.xml', '{"asked":"https://blog.example/feed.xml","memory":{"by":"id","ids":["a4ayc_80_OGd","1HNeOiZeFu7g"],"addresses":["RQyzAXIqsjmI","bhKLz76nYXcG"],"changedIds":0},"pace":{"hints":{},"newest":1795161600000,"medianGap":3600000}}', '{"nextAt":1795199400000,"waitMs":1800000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795197600000,"itemAt":1795165200000,"delayMs":3600000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('feeds', 'https://busy.example/feed.xml', NULL, '{"nextAt":1795251600000,"waitMs":86400000,"failures":1,"gaps":[],"startedAt":1795165200000,"failingSince":1795165200000,"error":"busy.example answers 429"}');
INSERT INTO channels (source, key, cursor, state) VALUES ('feeds', 'https://gone.example/feed.xml', NULL, '{"nextAt":1795172400000,"waitMs":7200000,"failures":1,"gaps":[],"startedAt":1795165200000,"failingSince":1795165200000,"error":"gone.example answers 410","ended":"gone.example answers 410: it is gone for good"}');
INSERT INTO channels (source, key, cursor, state) VALUES ('hacker-news', 'new', '{"through":1795164700,"lookedFar":1795169100,"searched":"OSn6NHkl7koXV6pZ"}', '{"nextAt":1795197900000,"waitMs":300000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795197600000,"itemAt":1795165200000,"delayMs":500000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('hacker-news', 'recheck', NULL, '{"nextAt":1795199400000,"waitMs":1800000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795197600000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('intake', 'intake', '[["M4vCz1BLBUfoFJrh",1795165320000,1],["SrQxPUYz4fAlVwdr",1795165320000,1]]', '{"nextAt":0,"waitMs":0,"failures":0,"gaps":[],"okAt":1795165320000,"itemAt":1795165320000,"delayMs":0}');
INSERT INTO channels (source, key, cursor, state) VALUES ('news', 'acme', '{"okAt":1795197600000,"failures":{},"seen":{"qY51MwUn-YOA":{"item":"JTUxuRunh71W","at":1795197600000}}}', '{"nextAt":1795198500000,"waitMs":900000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795197600000,"itemAt":1795165200000,"delayMs":0}');
INSERT INTO channels (source, key, cursor, state) VALUES ('news', 'fast', '{"okAt":1795196700000,"failures":{},"seen":{"qY51MwUn-YOA":{"item":"JTUxuRunh71W","at":1795196700000}}}', '{"nextAt":1795198500000,"waitMs":900000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795196720000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('news', 'love', '{"okAt":1795196700000,"failures":{},"seen":{"qY51MwUn-YOA":{"item":"JTUxuRunh71W","at":1795196700000}}}', '{"nextAt":1795198500000,"waitMs":900000,"failures":0,"gaps":[],"startedAt":1795197600000,"okAt":1795196730000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('news', 'shop', NULL, '{"nextAt":1795169820000,"waitMs":900000,"failures":0,"gaps":[],"startedAt":1795168920000}');
INSERT INTO channels (source, key, cursor, state) VALUES ('news', 'stars', '{"okAt":1795196820000,"failures":{},"seen":{"qY51MwUn-YOA":{"item":"JTUxuRunh71W","at":1795196820000}}}', '{"nextAt":1795197720000,"waitMs":900000,"failures":0,"gaps":[],"startedAt":1795196820000,"okAt":1795196820000}');
INSERT INTO pages (source, key, url, page) VALUES ('feeds', 'https://blog.example/feed.xml', 'https://blog.example/feed.xml', '{"at":"https://blog.example/feed.xml","etag":"\"v1\"","hash":"avcFMv+T+q+IEDcaPZ7Fz9cJERNgJ9R8kTiYm1VipE4="}');
INSERT INTO hosts (host, free_at) VALUES ('busy.example', 1795251600000);
INSERT INTO meta (name, value) VALUES ('rolled_up', 1795165200010);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('mentions', 1795165200011);
INSERT INTO sqlite_sequence (name, seq) VALUES ('alerts', 4);
INSERT INTO sqlite_sequence (name, seq) VALUES ('items', 9);
PRAGMA user_version = 1;

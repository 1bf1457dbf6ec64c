import type { FieldPaths } from './fields.ts'

/**
 * Where the fields stand in what other monitors send. Octolens is from its documentation. Zapier and Make send what their user writes, so their
 * presets fit the names that the documentation of the intake proposes. The others are from what is known of them, and were never tried:
 * `fields` of a sender replaces single lines.
 */
export const presets = {
  f5bot: {
    id: ['id', 'link', 'url'],
    url: ['link', 'url', 'permalink'],
    title: ['title', 'thread_title', 'subject'],
    text: ['snippet', 'text', 'body', 'comment'],
    date: ['date', 'created_at', 'timestamp', 'found_at'],
    author: ['author', 'username', 'user'],
    source: ['source', 'site', 'type'],
    tags: ['keyword', 'keywords'],
  },
  syften: {
    id: ['id', 'item_url', 'url'],
    url: ['item_url', 'url', 'link'],
    title: ['title', 'thread_title'],
    text: ['text', 'body', 'content'],
    date: ['timestamp', 'date', 'created_at'],
    author: ['author', 'username'],
    language: ['lang', 'language'],
    source: ['backend', 'source', 'platform'],
    tags: ['filter', 'filters', 'tags'],
  },
  octolens: {
    id: ['id', 'sourceId', 'url'],
    url: ['url'],
    title: ['title'],
    text: ['body'],
    date: ['timestamp'],
    author: ['author', 'authorName'],
    authorUrl: ['authorUrl', 'authorProfileLink'],
    avatar: ['authorAvatarUrl', 'authorAvatar'],
    audience: ['authorFollowers'],
    language: ['language'],
    source: ['source'],
    sentiment: ['sentiment', 'sentimentLabel'],
    tags: ['keywords', 'keyword', 'tags'],
  },
  brand24: {
    id: ['id', 'mention_id', 'url'],
    url: ['url', 'mention_url', 'link'],
    title: ['title'],
    text: ['content', 'snippet', 'text'],
    date: ['created_date', 'date', 'timestamp'],
    author: ['author', 'author_name', 'author.name'],
    authorUrl: ['author_url', 'author.url'],
    avatar: ['author_avatar_url', 'avatar'],
    audience: ['followers_count', 'author.followers'],
    reach: ['reach', 'social_media_reach'],
    language: ['language', 'lang'],
    country: ['country', 'country_code'],
    source: ['category', 'source', 'site'],
    sentiment: ['sentiment'],
    tags: ['tags', 'keywords'],
  },
  zapier: {
    url: ['url', 'link', 'permalink'],
    title: ['title', 'subject', 'name'],
    text: ['text', 'content', 'body', 'description'],
    date: ['date', 'published', 'created_at', 'zap_meta_human_now'],
    author: ['author__name', 'author.name', 'author', 'username'],
    source: ['source', 'platform'],
  },
  make: {
    url: ['url', 'link', 'permalink'],
    title: ['title', 'subject', 'name'],
    text: ['text', 'content', 'body', 'description'],
    date: ['date', 'dateCreated', 'published', 'createdAt'],
    author: ['author.name', 'author', 'username'],
    source: ['source', 'platform'],
  },
} satisfies Record<string, FieldPaths>

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as [Preset, ...Preset[]]

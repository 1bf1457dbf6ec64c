import { cut } from './text.ts'

/** How the sources that the service is known to use are called by people. The set is open. */
const sourceNames = new Map([
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['news-blogs', 'News and blogs'],
  ['reddit', 'Reddit'],
  ['tiktok', 'TikTok'],
  ['twitter', 'Twitter'],
  ['vimeo', 'Vimeo'],
  ['web', 'Web'],
  ['youtube', 'YouTube'],
])

/** What people call them besides. */
const sourceAliases = new Map([
  ['x', 'twitter'],
  ['news', 'news-blogs'],
  ['blogs', 'news-blogs'],
  ['ig', 'instagram'],
])

/** The source that people call so, or as our messages do; what is no such name stays as it was written. */
export function readSourceName(written: string): string {
  const wanted = written.trim().toLowerCase()
  const named = [...sourceNames].find(([, name]) => name.toLowerCase() === wanted)?.[0]
  return named ?? sourceAliases.get(wanted) ?? written
}

/** A source as people call it; an unknown one as the service wrote it, made harmless, in at most 30 characters. */
export function sourceName(source: string): string {
  return sourceNames.get(source) ?? cut(source, 30)
}

export const sourceNames: ReadonlyMap<string, string> = new Map([
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

const sourceAliases = new Map([
  ['x', 'twitter'],
  ['news', 'news-blogs'],
  ['blogs', 'news-blogs'],
  ['ig', 'instagram'],
])

/** Returns the service's code for a source name that a person wrote. Returns an unknown name unchanged. */
export function readSourceName(written: string): string {
  const wanted = written.trim().toLowerCase()
  const named = [...sourceNames].find(([, name]) => name.toLowerCase() === wanted)?.[0]
  return named ?? sourceAliases.get(wanted) ?? written
}

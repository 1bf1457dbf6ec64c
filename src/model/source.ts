/** How people call the sources that the mention service is known to use. The set is open. */
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

/** The service's name of the source that a person wrote; the words unchanged if no source is called so. */
export function readSourceName(written: string): string {
  const wanted = written.trim().toLowerCase()
  const named = [...sourceNames].find(([, name]) => name.toLowerCase() === wanted)?.[0]
  return named ?? sourceAliases.get(wanted) ?? written
}

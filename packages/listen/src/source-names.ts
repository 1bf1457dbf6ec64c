type Facts = {
  /** Its name for people. */
  label: string
  /** What else people write for it in `source:` and in filters. */
  also?: readonly string[]
  /** The `source` of its mentions; `web` by default. */
  publishes?: string
  /** It needs more than `true` in the configuration. */
  needsSettings?: true
  /** The setup does not propose it. */
  isOnlyNamed?: true
}

/**
 * The sources of the service, by what the configuration and `source:` of queries call them. What is known of a source without loading it stands
 * here and nowhere else.
 */
const facts = {
  // They have a key of their own.
  feeds: { label: 'Feeds', also: ['rss'], publishes: 'news-blogs', needsSettings: true },
  news: { label: 'News searches', publishes: 'news-blogs' },
  'hacker-news': { label: 'Hacker News', also: ['hackernews', 'hn', 'ycombinator'] },
  bluesky: { label: 'Bluesky', also: ['bsky'] },
  github: { label: 'GitHub' },
  'stack-exchange': { label: 'Stack Exchange', also: ['stackoverflow', 'stackexchange'] },
  // The robots.txt of Lobsters asks programs to stay away, so people have to name it.
  lobsters: { label: 'Lobsters', isOnlyNamed: true },
  lemmy: { label: 'Lemmy' },
  discourse: { label: 'Discourse', needsSettings: true },
  forem: { label: 'dev.to', also: ['dev.to', 'devto'] },
  mastodon: { label: 'Mastodon' },
  'app-reviews': { label: 'App Store', also: ['app-store'], needsSettings: true },
  searxng: { label: 'SearXNG', also: ['searx'], needsSettings: true },
  youtube: { label: 'YouTube', also: ['yt'], publishes: 'youtube', needsSettings: true },
  intake: { label: 'Intake', needsSettings: true },
} as const satisfies Record<string, Facts>

export type OwnSource = keyof typeof facts
export const ownSources = Object.keys(facts) as OwnSource[]

const all: [OwnSource, Facts][] = ownSources.map((name) => [name, facts[name]])

export const sourceLabels: Readonly<Record<string, string>> = Object.fromEntries(
  all.map(([name, { label }]) => [name, label]),
)

/** Sources that need nothing but their name. */
export const simpleSources = all.flatMap(([name, { needsSettings }]) => (needsSettings ? [] : name))
/** The simple ones that the setup proposes. */
export const proposedSources = simpleSources.filter((name) => !('isOnlyNamed' in facts[name]))

/** The source that people mean, in lower case. */
export const sourceMeant = (written: string): OwnSource | undefined =>
  all.find(([name, { also }]) => name === written || also?.includes(written))?.[0]

/** What mentions of a source have as their `source`; undefined if `written` names none. */
export function sourceOfMentions(written: string): string | undefined {
  const meant = sourceMeant(written)
  return meant && ((facts[meant] as Facts).publishes ?? 'web')
}

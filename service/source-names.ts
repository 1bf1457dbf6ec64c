/** The sources of the service: what the configuration and `source:` of queries call them, and their names for people. */
export const sourceLabels = {
  feeds: 'Feeds',
  news: 'News searches',
  'hacker-news': 'Hacker News',
  bluesky: 'Bluesky',
  github: 'GitHub',
  'stack-exchange': 'Stack Exchange',
  lobsters: 'Lobsters',
  lemmy: 'Lemmy',
  discourse: 'Discourse forums',
  forem: 'dev.to and other Forem sites',
  mastodon: 'Mastodon',
  'app-reviews': 'Reviews of the App Store',
  searxng: 'SearXNG',
  youtube: 'YouTube',
  intake: 'Intake',
} as const

export type OwnSource = keyof typeof sourceLabels
export const ownSources = Object.keys(sourceLabels) as OwnSource[]

/** Sources that need more than `true` in the configuration. */
export const sourcesWithSettings: ReadonlySet<string> = new Set<OwnSource>([
  ...(['intake', 'discourse', 'app-reviews', 'searxng', 'youtube'] as const),
])

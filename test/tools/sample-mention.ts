import type { Mention } from '@overheard/mention-client/mention'

/** An ordinary mention; a test changes the fields that it is about. */
export function sampleMention(changes: Partial<Mention> = {}): Mention {
  return {
    id: '9007199254740993',
    date: Date.UTC(2026, 10, 20, 14, 2),
    reach: 48_212,
    language: 'en',
    url: 'https://www.reddit.com/r/acme/comments/1/logged_out',
    snippet: '…third time Acme signs me out since the update, and nobody at Acme answers…',
    title: 'Acme app logs me out after the update',
    done: false,
    starred: false,
    tags: [],
    author: {
      name: 'Kim Lee',
      audience: 120,
      url: 'reddit.com/user/kim',
    },
    sentiment: 'negative',
    source: 'reddit',
    location: { country: 'US' },
    highlights: [
      { text: 'Acme', start: 12, end: 16 },
      { text: 'Acme', start: 62, end: 66 },
    ],
    flaws: [],
    ...changes,
  }
}

import type { MentionInput } from '../records.ts'

/** A post as the own mention service hears it from a network: with the fields that this network tells, and no others. */
export type NetworkPost = {
  network: 'github' | 'mastodon' | 'youtube' | 'app-reviews'
  /** From which the reach follows. */
  metrics: Record<string, number>
  post: Pick<MentionInput, 'title' | 'reach' | 'sentiment' | 'source' | 'author'> & { snippet: string }
  /** The address of the post with a number. */
  url: (number: number) => string
}

const noPicture = { avatar: '', audience: 0 }

export const networkPosts: readonly NetworkPost[] = [
  {
    network: 'github',
    metrics: { comments: 14, reactions: 31 },
    url: (number) => `https://github.com/night-owl-tools/notes-bridge/issues/${number}`,
    post: {
      title: 'Sync with Acme stops after the laptop wakes up',
      snippet:
        'Since the last release, Acme answers 409 to every second upload. A restart helps until the next sleep.',
      reach: 310,
      sentiment: 'negative',
      source: 'web',
      author: { ...noPicture, name: 'lena-kr', url: 'https://github.com/lena-kr' },
    },
  },
  {
    network: 'mastodon',
    metrics: { followers: 4200, likes: 12, reposts: 5, replies: 3 },
    url: (number) => `https://social.example/@tomasz/${number}`,
    post: {
      // Posts have no title, so the service shows their beginning.
      title: 'Moved all my notes to Acme this weekend, and the import even kept my tags.',
      snippet: 'Moved all my notes to Acme this weekend, and the import even kept my tags.',
      reach: 250,
      sentiment: 'positive',
      source: 'web',
      author: { ...noPicture, name: 'Tomasz', audience: 4200, url: 'https://social.example/@tomasz' },
    },
  },
  {
    network: 'youtube',
    metrics: { views: 18_400 },
    url: (number) => `https://www.youtube.com/watch?v=acme${number}`,
    post: {
      title: 'Five note apps after one year: what I kept',
      snippet: '04:10 Acme, 07:35 everything else, 11:02 which one I would buy again.',
      reach: 18_400,
      source: 'youtube',
      author: {
        ...noPicture,
        name: 'Desk Diaries',
        audience: 96_000,
        url: 'https://www.youtube.com/@deskdiaries',
      },
    },
  },
  {
    network: 'app-reviews',
    metrics: {},
    url: (number) => `https://apps.apple.com/us/app/acme-notes/id1?see-all=reviews#${number}`,
    post: {
      title: 'Good, but the widget forgets',
      snippet: 'Two stars, because the Acme widget is empty after each restart of the phone.',
      reach: 0,
      // As a review with two stars is judged.
      sentiment: 'negative',
      source: 'web',
      author: { ...noPicture, name: 'mumofthree', url: '' },
    },
  },
]

/** The mention of a post, whose address has the number. */
export function networkMention(
  { post, url }: NetworkPost,
  { number, ...own }: { number: number; id: string; date: number },
): MentionInput {
  const start = post.snippet.indexOf('Acme')
  return {
    ...own,
    ...post,
    ...{ url: url(number), language: 'en', done: false, starred: false, tags: [] },
    entities: { snippet: { highlighted_text: [{ text: 'Acme', start_index: start, end_index: start + 4 }] } },
  }
}

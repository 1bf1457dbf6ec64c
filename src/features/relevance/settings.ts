import { z } from 'zod'
import { key } from '../../kernel/keys.ts'
import { subscriptionKey } from '../../kernel/subscription-key.ts'
import { writtenCondition } from '../../kernel/written-filter.ts'
import { type Filter, filterSchema, type Subscription } from '../../model/subscription.ts'

/** `text` begins with the name that the alert searches for. `sites` are our own. */
export type About = { text: string; sites: string[]; always?: Filter }

const text = z.string().trim().min(1, 'an empty text').max(1000)

const aboutSchema = z.union([
  text,
  z.strictObject({
    text: key(text, 'What the subscription is about. It begins with the name.', 'Acme, the note-taking app'),
    sites: key(
      z.array(z.string().min(1)).max(50).default([]),
      'Your own sites. What is on them, or links to them, is never held back.',
      ['acme.example'],
    ),
    always: key(
      writtenCondition.exactOptional(),
      'A filter with the keys of `only`. A mention that matches it is never held back, for example because of its author or source.',
      { author: ['Jane Doe'] },
    ),
  }),
])

export const keys = {
  subscription: {
    about: key(
      aboutSchema.exactOptional(),
      'What the subscription is about: the name, a comma, and what people write about. Mentions that are probably not about that are held back, and `/mentions held` brings them back. docs/use/relevance.md explains it. Default: nothing is held back.',
      {
        text: 'Acme, the note-taking app; people write about its sync, price, outages',
        sites: ['acme.example'],
        always: { author: ['Jane Doe'] },
      },
    ),
  },
}

const stored = subscriptionKey(
  'about',
  z.union([
    z.string(),
    z.object({ text: z.string(), sites: z.array(z.string()), always: filterSchema.exactOptional() }),
  ]),
)

type Written = string | { always?: Filter }

export const filtersIn = ({ about }: { about?: Written }) =>
  typeof about !== 'object' || about.always === undefined
    ? []
    : [{ path: 'about.always', filter: about.always }]

/** Returns undefined for a subscription without the key, whose mentions are never held back. */
export function aboutOf(subscription: Subscription): About | undefined {
  const about = stored(subscription)
  return typeof about === 'string' ? { text: about, sites: [] } : about
}

/** The name: what stands before the first comma, colon or bracket. */
export const nameIn = ({ text: written }: Pick<About, 'text'>): string =>
  (/^[^,;:(–—]+/.exec(written)?.[0] ?? written).trim()

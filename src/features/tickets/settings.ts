import { z } from 'zod'
import { key } from '../../kernel/keys.ts'
import { subscriptionKey } from '../../kernel/subscription-key.ts'
import type { Subscription } from '../../model/subscription.ts'
import { type Link, linkPlaceholders, readLinkTemplate } from './link-template.ts'

/** Slack shows about 30 characters of a button's label. */
const longestLabel = 40
const mostLinks = 10

const linkSchema = z.strictObject({
  label: key(
    z.string().trim().min(1, 'an empty label').max(longestLabel),
    `What the button says, in at most ${longestLabel} characters.`,
    'Create issue',
  ),
  url: key(
    z.string().superRefine((written, context) => {
      const read = readLinkTemplate(written)
      if ('template' in read) return
      for (const message of read.errors) context.addIssue({ code: 'custom', message })
    }),
    'The address of the page. Its placeholders get what the mention says.',
    'https://github.com/acme/app/issues/new?title={title}&body={url}',
  ),
})

const labelled = z.array(z.looseObject({ label: z.unknown() }).catch({ label: undefined }))

function repeatedLabel(links: unknown): unknown {
  const labels = labelled.parse(links).flatMap(({ label }) => label ?? [])
  return labels.find((label, index) => labels.indexOf(label) < index)
}

const linksSchema = z
  .array(linkSchema)
  .max(mostLinks)
  .refine((links) => repeatedLabel(links) === undefined, {
    error: ({ input }) => `two links have the label '${String(repeatedLabel(input))}'`,
    // Reported together with the errors of the entries.
    when: ({ value }) => Array.isArray(value),
  })

const linkExample = [
  { label: 'Create issue', url: 'https://github.com/acme/app/issues/new?title={title}&body={url}' },
]

const fileKeys = {
  links: key(
    linksSchema.default([]),
    `Prefilled pages that **More…** on a card opens, such as a new issue: up to ${mostLinks}, each with \`label\` and \`url\`. The address takes ${linkPlaceholders.map((one) => `\`{${one}}\``).join(' ')} behind its host. docs/use/tickets.md has examples.`,
    linkExample,
  ),
}

export const keys = {
  file: fileKeys,
  subscription: {
    links: key(
      linksSchema.exactOptional(),
      'Prefilled pages for the cards of this subscription, instead of those at the top level. An empty list: none.',
      linkExample,
    ),
  },
}

/** The links of a subscription that has its own. */
export const ownLinks: (subscription: Subscription) => Link[] | undefined = subscriptionKey(
  'links',
  z.array(z.object({ label: z.string(), url: z.string() })),
)

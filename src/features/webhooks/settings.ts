import { isPrivateHost } from '@overheard/base/private-address'
import { z } from 'zod'
import type { Fault } from '../../kernel/feature.ts'
import { key } from '../../kernel/keys.ts'
import { secretFileProblem, type Variables } from '../../kernel/secret-files.ts'
import { secretValues } from '../../model/secret-values.ts'
import { eventTypes } from './model.ts'

const webhookSchema = z
  .strictObject({
    url: key(
      z
        .url({ protocol: /^https?$/, error: 'expected an https address' })
        .max(2000)
        .refine((text) => hasNoPassword(text), 'expected an address without a user name or password'),
      'Address of the receiver: https. With `allowPrivate` also http. Redirects are not followed.',
      'https://hooks.example.com/overheard',
    ),
    // Only capitals, so that a secret that is written here by mistake does not appear in an error about a missing variable.
    secretEnv: key(
      z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'expected the name of an environment variable in capitals'),
      'Name of the environment variable with the secret that signs the events: `whsec_` and a key of 24 to 64 bytes in base64, or a text of 24 to 64 characters; or two of these with a blank between them, while receivers get a new one.',
      'WEBHOOK_SECRET',
    ),
    events: key(
      z
        .array(z.enum(eventTypes))
        .min(1, 'an empty list')
        .default([...eventTypes]),
      'The events that the receiver gets; docs/run/webhooks.md describes them. Default: all.',
      ['mention.posted', 'mention.done'],
    ),
    allowPrivate: key(
      z.boolean().default(false),
      'true: the receiver may have a private address, such as 10.0.0.5 or localhost, and an http address.',
      true,
    ),
  })
  .superRefine(({ url, allowPrivate }, context) => {
    if (allowPrivate || !URL.canParse(url)) return
    const { protocol, hostname } = new URL(url)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message, path: ['url'] })
    if (protocol !== 'https:') refuse('expected an https address; http needs `allowPrivate: true`')
    else if (isPrivateHost(hostname)) refuse('this is a private address, which needs `allowPrivate: true`')
  })

function hasNoPassword(url: string): boolean {
  const { username, password } = new URL(URL.canParse(url) ? url : 'none:')
  return username === '' && password === ''
}

export const keys = {
  webhooks: key(
    z
      .array(webhookSchema)
      .nullable()
      .default([])
      .transform((list) => list ?? [])
      .superRefine((list, context) => {
        for (const [index, { url }] of list.entries())
          if (list.findIndex((one) => one.url === url) < index)
            context.addIssue({
              code: 'custom',
              message: 'this address is already taken',
              path: [index, 'url'],
            })
      }),
    'Each entry gets signed events over HTTP: docs/run/webhooks.md.',
  ),
}

type WebhookSettings = z.output<z.ZodObject<typeof keys>>

/** Finds the webhooks without a usable secret in the environment. */
export function checkSecrets({ webhooks }: WebhookSettings, variables: Variables | undefined): Fault[] {
  if (variables === undefined) return []
  return webhooks.flatMap(({ secretEnv }, index) => {
    const ofFile = secretFileProblem(variables, secretEnv)
    const problem = ofFile?.problem ?? secretsProblem(webhookSecret(variables, secretEnv))
    if (problem === undefined) return []
    const message =
      ofFile === undefined
        ? `the environment variable ${secretEnv} ${problem}`
        : `the file of the environment variable ${secretEnv}_FILE cannot be used: ${problem}`
    return [{ path: ['webhooks', index, 'secretEnv'], message, mayPass: ofFile?.mayPass === true }]
  })
}

export const webhookSecret = (variables: Variables, name: string) => variables[name]?.trim() ?? ''

/** The key sizes that the Standard Webhooks specification recommends, in bytes. */
const [minKey, maxKey] = [24, 64]

/** Two secrets are for the time in which the receivers of a webhook get the new one. */
const maxSecrets = 2

function secretsProblem(text: string): string | undefined {
  const secrets = secretValues(text)
  const isOne = secrets.length === 0 || secrets.length > maxSecrets
  return (isOne ? [text] : secrets).map(secretProblem).find((problem) => problem !== undefined)
}

/** The text never contains the secret. */
function secretProblem(secret: string): string | undefined {
  if (secret === '') return 'is missing: it must have the secret of the webhook'
  const [, base64] = /^whsec_(.*)$/s.exec(secret) ?? []
  if (base64 === undefined)
    return /^[\x21-\x7e]*$/.test(secret) && isKeyLength(secret.length)
      ? undefined
      : `must begin with whsec_, or be ${minKey} to ${maxKey} characters without blanks`
  const isBase64 = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)
  return isBase64 && isKeyLength(Buffer.from(base64, 'base64').length)
    ? undefined
    : `begins with whsec_, but the rest is not base64 of ${minKey} to ${maxKey} bytes`
}

const isKeyLength = (length: number) => length >= minKey && length <= maxKey

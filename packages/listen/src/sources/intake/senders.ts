import { createHash, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { PushHead, PushRequest } from '../../source.ts'
import { type FieldPaths, fieldPaths } from './fields.ts'
import { presetNames, presets } from './presets.ts'

/** The key sizes that the specification of Standard Webhooks recommends, in bytes. */
const [minKey, maxKey] = [24, 64]
const minToken = 24

const signingSecret = z.string().refine((secret) => {
  const [, base64] = /^whsec_(.*)$/s.exec(secret) ?? []
  const length = base64 === undefined ? 0 : Buffer.from(base64, 'base64').length
  return /^[A-Za-z0-9+/=]*$/.test(base64 ?? '') && length >= minKey && length <= maxKey
}, `expected whsec_ and ${minKey} to ${maxKey} bytes in base64; make one with: echo whsec_$(openssl rand -base64 32)`)
const bearerToken = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{${minToken},200}$`),
    `expected ${minToken} to 200 characters without blanks; make one with: openssl rand -hex 32`,
  )

/** 128 bits at least: 32 digits of base 16, or 22 of base 64. */
const secretPath = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{22,200}$/,
    'expected 22 to 200 letters and digits; make one with: openssl rand -hex 32',
  )

/** One value, or several while an old one is replaced. */
const oneOrMore = <Value>(value: z.ZodType<Value>) =>
  z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(value).min(1).max(5))

/** Who may send. Each sender has its own ids, so two senders may use the same ones. */
export const sendersSettings = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'expected a name of letters, digits and dashes'),
    z
      .strictObject({
        secret: oneOrMore(signingSecret).optional(),
        token: oneOrMore(bearerToken).optional(),
        /** The secret end of the address, for senders that can neither sign nor send a header. */
        path: oneOrMore(secretPath).optional(),
        preset: z.enum(presetNames).optional(),
        fields: fieldPaths.optional(),
      })
      .refine(
        ({ secret, token, path }) => secret !== undefined || token !== undefined || path !== undefined,
        'a sender needs a secret, a token if it cannot sign, or a path if it cannot send a header either',
      )
      .transform(({ preset, fields, ...sender }) => ({
        ...sender,
        fields: { ...(preset && presets[preset]), ...fields } satisfies FieldPaths,
      })),
  )
  .default({})

export type Senders = z.output<typeof sendersSettings>
export type Sender = Senders[string] & { name: string }

/** `messageId` is the same in every repeat of a request. `error` says what the sender must do. */
export type Identified =
  | { kind: 'known'; sender: Sender; messageId: string | undefined }
  | { kind: 'refused'; error: string }

/** How far the clock of a sender may be off, in seconds. A request that somebody has recorded is of no use after this time. */
const toleranceSeconds = 5 * 60
const maxSignatures = 20
const maxMessageId = 500

/** Finds out who has sent a request, by its signature or by its token. */
export function identify(request: PushRequest, senders: Senders, now: number): Identified {
  const found = identifyByHeaders(request, senders, now)
  return found.kind === 'signed' ? bySignature(request, allOf(senders), found) : found
}

/** `signed`: the request has a signature of a possible form, and its body is needed to check it. */
type Signed = { kind: 'signed'; messageId: string; signedAt: Date }

export function identifyByHeaders(
  { headers, parameters, below }: PushHead,
  senders: Senders,
  now: number,
): Identified | Signed {
  if (below !== undefined) return byPath(below, headers, senders)
  const isSigned = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].every((name) => headers[name])
  if (isSigned) return signedBy(headers, now)
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (token !== undefined) {
    const sender = allOf(senders).find((one) => one.token?.some((known) => isSame(known, token)))
    return sender === undefined
      ? refused('The token of the header Authorization belongs to no sender of the configuration.')
      : { kind: 'known', sender, messageId: headers['webhook-id']?.slice(0, maxMessageId) }
  }
  if (['token', 'key', 'access_token', 'secret'].some((name) => name in parameters))
    return refused(
      'Send the token in the header "Authorization: Bearer TOKEN", not in the address: addresses are written to logs.',
    )
  return refused(
    'Sign the request as Standard Webhooks do (webhook-id, webhook-timestamp, webhook-signature), or send the header "Authorization: Bearer TOKEN".',
  )
}

/** `SENDER/SECRET`. A name that nobody has takes as long as a wrong secret. */
function byPath(below: string, headers: PushHead['headers'], senders: Senders): Identified {
  const [name = '', secret = '', ...more] = below.split('/')
  const sender = allOf(senders).find((one) => one.name === name)
  const known = sender?.path ?? ['']
  const fits = known.map((path) => isSame(path, secret)).includes(true)
  if (sender === undefined || secret === '' || more.length > 0 || !fits)
    return refused('This address belongs to no sender of the configuration.')
  return { kind: 'known', sender, messageId: headers['webhook-id']?.slice(0, maxMessageId) }
}

const allOf = (senders: Senders) =>
  Object.entries(senders).map(([name, sender]): Sender => ({ name, ...sender }))

const refused = (error: string) => ({ kind: 'refused', error }) as const

function signedBy(headers: PushHead['headers'], now: number): Identified | Signed {
  const { 'webhook-id': messageId = '', 'webhook-timestamp': timestamp = '' } = headers
  if (messageId.length > maxMessageId) return refused('webhook-id is too long.')
  if (!/^\d{1,12}$/.test(timestamp)) return refused('webhook-timestamp must be a time in whole seconds.')
  const off = Math.abs(now / 1000 - Number(timestamp))
  if (off > toleranceSeconds)
    return refused(
      `webhook-timestamp is ${Math.round(off)} s away from the time here, but at most ${toleranceSeconds} s are allowed. Sign each attempt anew, and check the clock of the sender.`,
    )
  return { kind: 'signed', messageId, signedAt: new Date(Number(timestamp) * 1000) }
}

function bySignature(
  { headers, body }: PushRequest,
  senders: Sender[],
  { messageId, signedAt }: Signed,
): Identified {
  const signatures = (headers['webhook-signature'] ?? '').split(' ').slice(0, maxSignatures)
  const sender = senders.find((one) =>
    one.secret?.some((secret) => {
      const expected = new Webhook(secret).sign(messageId, signedAt, body)
      return signatures.some((signature) => isSame(expected, signature))
    }),
  )
  return sender === undefined
    ? refused(
        'webhook-signature fits no secret of the configuration. Sign "ID.TIMESTAMP.BODY" with the body exactly as it is sent.',
      )
    : { kind: 'known', sender, messageId }
}

/** Takes the same time for all texts, so that nobody can find a secret letter by letter. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

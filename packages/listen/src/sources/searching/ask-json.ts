import { defined } from '@overheard/base/defined'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import { asksToWait, FetchError, type FetchOptions, type Tools } from '../../source.ts'

type Explain = (error: FetchError, body: unknown, now: number) => FetchError | undefined

type Options = FetchOptions & {
  /** Recognises answers of this network that mean something else than their status says. */
  explain?: Explain
}

/** JSON is in UTF-8, whatever is declared. */
const utf8 = new TextDecoder()

/**
 * Asks an interface that answers in JSON. Rejects with FetchError, to which it adds what the interface says about it, or with an error if the
 * answer has another form: then the interface has changed.
 */
export async function askJson<Schema extends z.ZodType>(
  schema: Schema,
  url: URL,
  tools: Tools,
  { explain, ...options }: Options = {},
): Promise<z.output<Schema>> {
  const given = await tools
    .fetch(url.href, { accept: 'application/json', conditional: false, ...options })
    .catch((error: unknown) => {
      if (!(error instanceof FetchError)) throw error
      const body = parseJson(error.body)
      throw explain?.(error, body, tools.now()) ?? withReason(error, body)
    })
  const answer = schema.safeParse(given.kind === 'fresh' ? parseJson(utf8.decode(given.body)) : undefined)
  if (!answer.success) throw new Error(`${url.hostname} answers with something else than was expected`)
  return answer.data
}

const reasonSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ error_message: z.string() }).transform(({ error_message }) => error_message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ errors: z.tuple([z.string()], z.unknown()) }).transform(({ errors }) => errors[0]),
])

function withReason(error: FetchError, body: unknown): FetchError {
  const reason = reasonSchema.safeParse(body).data
  return reason === undefined
    ? error
    : changed(error, { message: `${error.message}: ${reason.slice(0, 200)}` })
}

type Change = { message?: string; kind?: FetchError['kind']; retryAt?: number }

export function changed(error: FetchError, change: Change): FetchError {
  const { kind = error.kind, message = error.message, retryAt = error.retryAt } = change
  return new FetchError(kind, message, {
    body: error.body,
    cause: error,
    ...defined({ status: error.status, retryAt }),
  })
}

/** True if the next request to the host would fail, too, because it asks to wait, is gone, or cannot be reached. */
export const isOfHost = (error: unknown): boolean =>
  asksToWait(error) || (error instanceof FetchError && ['unreachable', 'gone'].includes(error.kind))

/** Parts of answers. What has another form is taken for missing. */
export const text = z.string().nullish().catch(undefined)
export const number = z.number().nullish().catch(undefined)
export const flag = z.boolean().nullish().catch(undefined)

/** The items that can be read; undefined ones are left out. */
export const readable = <Output>(
  given: readonly unknown[],
  read: (one: unknown) => Output | undefined,
): Output[] => given.flatMap((one) => read(one) ?? [])

/** The public numbers that are known. */
export const metricsOf = (
  given: Record<string, number | null | undefined>,
): { metrics?: Record<string, number> } => {
  const known = Object.fromEntries(
    Object.entries(given).filter((one): one is [string, number] => typeof one[1] === 'number'),
  )
  return Object.keys(known).length === 0 ? {} : { metrics: known }
}

/** A setting: the address of a server, without the slash at its end. */
export const serverUrl = z
  .string()
  .trim()
  .refine(
    (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
    'expected an address such as https://forum.example',
  )
  .transform((url) => url.replace(/\/+$/, ''))

export const hostIn = (address: string): string => URL.parse(address)?.hostname ?? ''

/** The address of an interface below the address of its server. */
export function addressIn(
  base: string,
  path: string,
  parameters: Record<string, string | number | undefined> = {},
): URL {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

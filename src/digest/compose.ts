import type { WholePeriod } from '../insights/range.ts'
import type { DigestedAlert } from '../messages/digest/alert.ts'
import { type DigestMessages, type DigestView, digestMessages } from '../messages/digest/digest.ts'
import type { Digest } from '../model/subscription.ts'
import { reportDeliveries } from './account.ts'
import { type DigestResponses, loadResponses } from './handled.ts'
import type { ComposeDeps } from './ports.ts'
import { type FetchEffort, fetchDigestAlert } from './tell.ts'

/** A digest in words. `isWhole`: nothing is missing that the service may yet tell. */
type ComposedDigest = { messages: DigestMessages; isWhole: boolean }

/** What is to be told to whom: a digest, the channel (id) it accounts for, and its period. */
type ComposeRequest = {
  digest: Digest
  channel: string
  period: WholePeriod
  audience: DigestView['audience']
}

/** Gathers everything a digest tells of a period, and puts it into messages. Never rejects. */
export async function composeDigest(
  deps: ComposeDeps,
  { digest, channel, period, audience }: ComposeRequest,
  effort: FetchEffort,
): Promise<ComposedDigest> {
  const [fetched, accounting, responses] = await Promise.all([
    Promise.all(digest.alerts.map((written) => fetchDigestAlert(deps, written, period.range, effort))),
    reportDeliveries(deps, channel, period.range),
    loadResponses(deps, channel, period.range),
  ])
  const { name, whenEmpty } = digest
  const alerts = fetched.map(({ digested }) => withResponses(digested, responses))
  const view = {
    name,
    channel,
    period,
    whenEmpty,
    audience,
    alerts,
    ...(accounting && { accounting }),
    ...(responses.handled && { handled: responses.handled }),
  }
  return { messages: digestMessages(view), isWhole: fetched.every(({ isWhole }) => isWhole) }
}

function withResponses(digested: DigestedAlert, responses: DigestResponses): DigestedAlert {
  if (digested.kind !== 'summary') return digested
  return { ...digested, handling: responses.of(digested.summary.alert.id) }
}

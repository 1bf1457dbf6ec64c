import type { WholePeriod } from '../insights/range.ts'
import type { DigestedAlert } from '../messages/digest/alert.ts'
import { type DigestMessages, type DigestView, digestMessages } from '../messages/digest/digest.ts'
import type { Digest } from '../model/subscription.ts'
import { accountOf } from './account.ts'
import { type HandledMentions, handledIn } from './handled.ts'
import type { ComposeDeps } from './ports.ts'
import { type Effort, tell } from './tell.ts'

/** A digest in words. `isWhole`: nothing is missing that the service may yet tell. */
type Composed = { messages: DigestMessages; isWhole: boolean }

/** What is to be told to whom: a digest, the channel (id) it accounts for, and its period. */
type Order = { digest: Digest; channel: string; period: WholePeriod; audience: DigestView['audience'] }

/** Gathers everything a digest tells of a period, and puts it into messages. Never rejects. */
export async function compose(
  deps: ComposeDeps,
  { digest, channel, period, audience }: Order,
  effort: Effort,
): Promise<Composed> {
  const [told, accounting, people] = await Promise.all([
    Promise.all(digest.alerts.map((written) => tell(deps, written, period.range, effort))),
    accountOf(deps, channel, period.range),
    handledIn(deps, channel, period.range),
  ])
  const { name, whenEmpty } = digest
  const alerts = told.map(({ digested }) => withHandling(digested, people))
  const view = {
    name,
    channel,
    period,
    whenEmpty,
    audience,
    alerts,
    ...(accounting && { accounting }),
    ...(people.handled && { handled: people.handled }),
  }
  return { messages: digestMessages(view), isWhole: told.every(({ isWhole }) => isWhole) }
}

function withHandling(digested: DigestedAlert, people: HandledMentions): DigestedAlert {
  if (digested.kind !== 'summary') return digested
  return { ...digested, handling: people.of(digested.summary.alert.id) }
}

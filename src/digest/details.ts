import type { StatsRequest } from '../insights/needs.ts'
import type { DigestAsk } from '../messages/digest/actions.ts'
import { alertsPerPage, digestDetails } from '../messages/digest/details.ts'
import { textMessage } from '../messages/say.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import { loadResponses } from './handled.ts'
import { isBeyondLog } from './held-back.ts'
import type { ExplainDeps } from './ports.ts'
import { fetchDigestAlert } from './tell.ts'

/** Somebody waits: what is not there by then is shown as missing, in ms. */
const patience = 8000

/** The totals that a digest compares; what else it tells of a period are these again. */
const only = (need: StatsRequest) => need.kind === 'total' && need.type !== 'topic_cloud'

/** The figures behind a digest's numbers, as the service has them now, some alerts a page. `digest`: as it is configured. Never rejects. */
export async function explainFigures(
  deps: ExplainDeps,
  digest: Digest | undefined,
  ask: DigestAsk,
): Promise<Content> {
  if (digest === undefined)
    return textMessage(
      `The digest ${ask.digest} is not in the configuration any more, so its figures cannot be asked for.`,
    )
  const { channel, range } = ask
  const pages = Math.max(1, Math.ceil(digest.alerts.length / alertsPerPage))
  const page = Math.min(ask.page, pages - 1)
  const written = digest.alerts.slice(page * alertsPerPage, (page + 1) * alertsPerPage)
  const [fetched, handled] = await Promise.all([
    Promise.all(
      written.map((one) => fetchDigestAlert(deps, one, range, { priority: 'command', patience, only })),
    ),
    isBeyondLog(deps, ask)
      ? ('forgotten' as const)
      : loadResponses(deps, channel, range).then((responses) => responses.handled),
  ])
  const alerts = fetched.map(({ digested }) => digested)
  return digestDetails({ ask: { ...ask, page }, pages, alerts, ...(handled && { handled }) })
}

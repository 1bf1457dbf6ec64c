import type { Ms, Time } from '@overheard/base/time'
import type { ListeningChannel, ListeningState } from '@overheard/mention-client/listening-client'
import { utc } from '../messages/kit/dates.ts'
import { duration, grouped, interval, plural } from '../messages/kit/numbers.ts'
import type { ProblemText } from '../messages/problems/problem-texts.ts'
import type { OpenProblem } from '../model/problem.ts'
import type { Freshness } from '../model/subscription-status.ts'

/** `behind` lists the subscriptions that are due, the furthest behind first, with their lag in ms. */
export type StatusReport = {
  /** The id of this installation. */
  installation: string
  problems: OpenProblem[]
  warnings: ProblemText[]
  behind: { subscription: string; ms: Ms }[]
  /** `asks` means that the pause is over, but the question in the channel waits for an answer. */
  paused: { name: string; at: Time; until?: Time; state: 'paused' | 'asks' }[]
  /** The subscriptions that are not paused. */
  subscriptions: (Freshness & { subscription: string })[]
  /** Undefined if the bot does not run the mention service itself. */
  listening?: ListeningState | undefined
}

/** The page shows at most this many subscriptions, those with the longest delay. */
const maxShown = 100

/** A subscription with a smaller lag (ms) is not shown as behind, because it is being polled. */
const noticeableLag = 60_000

export function statusPage(
  { installation, problems, warnings, behind, paused, subscriptions, listening }: StatusReport,
  now: Time,
): string {
  const headline = problems.length === 0 ? 'All is well' : needsAPerson(problems.length)
  const [furthest] = behind.filter(({ ms }) => ms >= noticeableLag)
  const lag =
    furthest === undefined
      ? 'Every subscription is up to date.'
      : `Furthest behind is ${furthest.subscription}: ${duration(furthest.ms, 'long')}.`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="30">
<title>${headline} – Overheard</title>
<style>${statusStyle}</style>
</head>
<body>
<main>
<header class="${problems.length === 0 ? 'well' : 'problem'}">
<p>Overheard</p>
<h1>${headline}</h1>
<p>${asText(lag)}</p>
</header>
${problems.map((problem) => problemCard(problem, now)).join('\n')}
${warnings.map(warningCard).join('\n')}
${paused.map(pauseCard).join('\n')}
${freshnessTable(slowestFirst(subscriptions), now)}
${listening === undefined ? '' : sourcesTable(listening, now)}
<footer>Installation ${asText(installation)}, as of ${time(now)}. This page reloads every 30 seconds. Without "Accept: text/html" you get the same as JSON.</footer>
</main>
</body>
</html>
`
}

const needsAPerson = (count: number) =>
  count === 1 ? 'One thing needs a person' : `${grouped(count)} things need a person`

function problemCard(problem: OpenProblem, now: Time): string {
  const { what, whatToDo, detail, since, subscription, channel } = problem
  const about = [subscription, channel].filter((name) => name !== undefined).map(asText)
  return `<article>
<h2>${asText(what)}</h2>
<p class="since">Since ${time(since)}, for ${duration(now - since, 'long')}${about.length > 0 ? ` · ${about.join(' · ')}` : ''}</p>
<p><strong>What to do:</strong> ${asText(whatToDo)}</p>${detail === undefined ? '' : `\n<p class="since">${asText(detail)}</p>`}
</article>`
}

function warningCard({ what, whatToDo }: ProblemText): string {
  return `<article class="warning">
<h2>${asText(what)}</h2>
<p><strong>What to do:</strong> ${asText(whatToDo)}</p>
</article>`
}

function pauseCard({ name, at, until, state }: StatusReport['paused'][number]): string {
  const end = until === undefined ? 'until somebody resumes it' : `until ${time(until)}`
  const now = state === 'asks' ? 'The question in its channel waits for an answer.' : 'New mentions wait.'
  return `<article class="warning">
<h2>${asText(name)} is paused</h2>
<p>Since ${time(at)}, ${end}. ${now}</p>
</article>`
}

export const slowestFirst = (subscriptions: StatusReport['subscriptions']) =>
  subscriptions.toSorted((a, b) => (b.delays?.ours.p95 ?? -1) - (a.delays?.ours.p95 ?? -1))

function freshnessTable(subscriptions: StatusReport['subscriptions'], now: Time): string {
  if (subscriptions.length === 0) return ''
  const cell = (ms: Ms | undefined) => `<td>${ms === undefined ? '' : duration(ms)}</td>`
  const rows = subscriptions
    .slice(0, maxShown)
    .map(
      ({ subscription, checkedEveryMs, checkedAt, delays }) =>
        `<tr><th>${asText(subscription)}</th><td>${checkedEveryMs === undefined ? '' : interval(checkedEveryMs)}</td>${cell(checkedAt === undefined ? undefined : now - checkedAt)}${cell(delays?.service?.median)}${cell(delays?.service?.p95)}${cell(delays?.ours.median)}${cell(delays?.ours.p95)}</tr>`,
    )
  const more = subscriptions.length - rows.length
  return `<div class="wide" tabindex="0" role="region" aria-label="Subscriptions"><table>
<thead><tr><th>Subscription</th><th>Checked every</th><th>Last check, ago</th><th colspan="2">Delay of the mention service (median, 95%)</th><th colspan="2">Delay of Overheard (median, 95%)</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>${more === 0 ? '' : `\n<p class="since">${grouped(more)} more subscriptions.</p>`}`
}

function sourcesTable({ isRunning, lastEnd, channels }: ListeningState, now: Time): string {
  const state = isRunning
    ? `Overheard's own mention service listens to ${plural(channels.length, 'source')}.`
    : `Overheard's own mention service is being started again${lastEnd === undefined ? '' : ` (${asText(lastEnd)})`}.`
  if (channels.length === 0) return `<p class="since">${state}</p>`
  const ago = (at: Time | undefined) => `<td>${at === undefined ? '' : duration(now - at)}</td>`
  const rows = channels.slice(0, maxShown).map((channel) => {
    const { source, okAt, itemAt, delayMs } = channel
    const delay = `<td>${delayMs === undefined ? '' : duration(delayMs)}</td>`
    return `<tr><th>${asText(source === 'feeds' ? channel.channel : `${source} ${channel.channel}`)}</th>${ago(okAt)}${ago(itemAt)}${delay}<td>${asText(troubleOf(channel))}</td></tr>`
  })
  const more = channels.length - rows.length
  return `<p class="since">${state}</p>
<div class="wide" tabindex="0" role="region" aria-label="Sources"><table>
<thead><tr><th>Source</th><th>Last answer, ago</th><th>Last news, ago</th><th>Delay</th><th>Trouble</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>${more === 0 ? '' : `\n<p class="since">${grouped(more)} more sources.</p>`}`
}

function troubleOf({ ended, error, failures }: ListeningChannel): string {
  if (ended !== undefined) return `Not asked any more: ${ended}`
  return failures === 0 ? '' : `${plural(failures, 'failure')} in a row: ${error ?? ''}`
}

function time(at: Time): string {
  return `<time datetime="${new Date(at).toISOString()}">${utc(at)}</time>`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function asText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')
}

const statusStyle = `
:root { --ink: #1d2330; --soft: #566074; --paper: #f6f7f9; --card: #ffffff; --line: #d9dde5; --well: #1b7f4b; --problem: #b3261e; --warning: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #a3abbd; --paper: #14171e; --card: #1d222c; --line: #333a48; --well: #5ccb92; --problem: #ff8a80; --warning: #f0b955; }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; padding: 2rem 1rem }
main { max-width: 44rem; margin: 0 auto; display: grid; gap: 1rem }
h1 { font-size: 1.75rem; line-height: 1.25 }
h2 { font-size: 1.05rem; line-height: 1.45; overflow-wrap: anywhere }
header { border-left: .35rem solid; padding: .25rem 0 .25rem 1rem; margin-bottom: .5rem }
header.well { border-color: var(--well) } header.well h1 { color: var(--well) }
header.problem { border-color: var(--problem) } header.problem h1 { color: var(--problem) }
header p, .since, footer { color: var(--soft) }
article { background: var(--card); border: 1px solid var(--line); border-left: .35rem solid var(--problem); border-radius: .5rem; padding: 1rem 1.25rem; display: grid; gap: .4rem; overflow-wrap: anywhere }
article.warning { border-left-color: var(--warning) }
.since, footer { font-size: .9rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem }
th, td { text-align: left; font-weight: normal; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: bottom }
thead th { color: var(--soft) }
`

import type { OpenProblem } from '../troubles.ts'
import type { StatusReport } from './readiness.ts'
import { statusStyle } from './ready-style.ts'
import type { StartupWarning } from './remarks.ts'
import { timeSpan } from './time-span.ts'

/** What the page may load: nothing. Whatever a trouble quotes, it can run and fetch nothing. */
export const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A subscription that became due so recently is merely having its turn, in ms. */
const merelyDue = 60_000

/** `/readyz` for people: what is wrong, since when, and what to do; a calm line when nothing is. `now`: UTC, ms. It renews itself. */
export function statusPage({ troubles: problems, remarks, behind }: StatusReport, now: number): string {
  const headline = problems.length === 0 ? 'All is well' : needsAPerson(problems.length)
  const [furthest] = behind.filter(({ ms }) => ms >= merelyDue)
  const lag =
    furthest === undefined
      ? 'Every subscription is up to date.'
      : `Furthest behind is ${furthest.subscription}: ${timeSpan(furthest.ms)}.`
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
<header class="${problems.length === 0 ? 'well' : 'trouble'}">
<p>Overheard</p>
<h1>${headline}</h1>
<p>${asText(lag)}</p>
</header>
${problems.map((problem) => troubleCard(problem, now)).join('\n')}
${remarks.map(remarkCard).join('\n')}
<footer>As of ${time(now)}. This page renews itself every 30 seconds; machines get the same as JSON.</footer>
</main>
</body>
</html>
`
}

const needsAPerson = (count: number) =>
  count === 1 ? 'One thing needs a person' : `${count} things need a person`

function troubleCard({ what, whatToDo, since, subscription, channel }: OpenProblem, now: number): string {
  const about = [subscription, channel].filter((name) => name !== undefined).map(asText)
  return `<article>
<h2>${asText(what)}</h2>
<p class="since">Since ${time(since)}, for ${timeSpan(now - since)}${about.length > 0 ? ` · ${about.join(' · ')}` : ''}</p>
<p><strong>What to do:</strong> ${asText(whatToDo)}</p>
</article>`
}

function remarkCard({ what, whatToDo }: StartupWarning): string {
  return `<article class="remark">
<h2>${asText(what)}</h2>
<p><strong>What to do:</strong> ${asText(whatToDo)}</p>
</article>`
}

function time(at: number): string {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Foreign words (names of alerts, messages of the service) as text and nothing else. */
function asText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')
}

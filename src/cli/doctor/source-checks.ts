import type { Time } from '@overheard/base/time'
import type { PartialSettings } from '../../config/settings.ts'
import { duration } from '../../messages/kit/numbers.ts'
import type { ProblemText } from '../../messages/problems/problem-texts.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from '../../model/finding.ts'
import { ourCommand } from '../../model/our-command.ts'
import type { RefusedAlert } from '../listen/alerts-from-slack.ts'
import type { AskedSource } from '../listen/ask-sources.ts'

type ListenSettings = NonNullable<NonNullable<PartialSettings['configuration']>['listen']>

/** Asks each source of `listen` once. There is no check without `listen`. */
export function sourceChecks(
  { configuration }: PartialSettings,
  ask: (settings: ListenSettings) => Promise<AskedSource[]>,
  now: () => Time,
): Check[] {
  const listen = configuration?.listen
  if (listen === undefined) return []
  return [
    {
      area: 'Sources',
      async run() {
        const asked = await ask(listen).catch(refusedSettings)
        if (!Array.isArray(asked)) return [asked]
        if (asked.length === 0)
          return [
            warning(
              '`listen` names no source, so nothing is found.',
              'Add `feeds` or `sources` to it: docs/run/listen.md lists them.',
            ),
          ]
        return asked.flatMap((one) => [findingOf(one, now()), ...noteFindings(one.notes)])
      },
    },
  ]
}

/**
 * The queries of the file were checked when it was read; those of Slack may be older than a rule that refuses them. Both may be such that they
 * find nothing.
 */
export function queryChecks(
  { configuration }: PartialSettings,
  refusedInSlack: () => Promise<RefusedAlert[]>,
  unlikely: (alerts: ListenSettings['alerts']) => Promise<ProblemText[]>,
): Check[] {
  const listen = configuration?.listen
  if (listen === undefined) return []
  return [
    {
      area: 'Queries',
      async run() {
        const refused = (await refusedInSlack()).map(({ name, query, problem }) =>
          warning(
            `The query of the alert ${name} would be refused today, and finds its words as they are written: ${query}`,
            `Edit it with \`/mentions alerts\`: ${problem}`,
          ),
        )
        const dead = (await unlikely(listen.alerts)).map(({ what, whatToDo }) => warning(what, whatToDo))
        const found = [...refused, ...dead]
        return found.length > 0 ? found : [fine('All queries are understood.')]
      },
    },
  ]
}

function refusedSettings(error: unknown): Finding {
  if (!(error instanceof Error && error.name === 'SourceSettingsError')) throw error
  return fault(`\`listen\` cannot be used: ${error.message}`, 'Correct it in the configuration file.')
}

const mostNotes = 5

/** What a source cannot search for is no fault: it is asked more widely, or not at all. */
function noteFindings(notes: string[] = []): Finding[] {
  const left = notes.length - mostNotes
  const more = left > 0 ? [`… and ${left} more such alerts.`] : []
  return [...notes.slice(0, mostNotes), ...more].map((note) => fine(note))
}

function findingOf({ name, kind, answer }: AskedSource, now: Time): Finding {
  if (kind === 'push') return fine(`${name}: waits for what others send.`)
  if (answer === undefined)
    return unknown(`${name}: has not answered in time, or its turn would have come later.`)
  if (answer.kind === 'failed') return fault(`${name}: ${answer.error}.`, adviceFor(answer.error))
  const { newestAt, faults = [] } = answer
  const found =
    newestAt === undefined
      ? `${name}: answers, and has nothing at the moment.`
      : `${name}: answers; its newest entry is ${duration(Math.max(0, now - newestAt), 'long')} old.`
  if (faults.length === 0) return fine(found)
  return warning(
    `${found} Its document is broken: ${faults.join('; ')}.`,
    `${tryCommand} shows what is read of it. Tell the site what is broken, because entries may be missing.`,
  )
}

/** npm passes options on only behind two dashes. */
const tryCommand = `\`${ourCommand('listen')} --try ADDRESS\``

function adviceFor(error: string): string {
  if (/private address/.test(error))
    return 'Set `allowPrivate: true` in `listen` if it is in your own network.'
  if (/environment variable/.test(error)) return 'Set it in .env or in the environment.'
  if (/\b(?:429|503)\b|asked to wait/.test(error)) return 'Nothing: Overheard waits as long as it asks for.'
  return `Check its address, and if this machine reaches it: ${tryCommand} shows what it gives.`
}

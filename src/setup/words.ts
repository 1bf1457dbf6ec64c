import { parseEnv } from 'node:util'
import type { ExistingFiles, SetupFiles } from './kept.ts'
import type { SaveResult, SetupAnswers } from './save.ts'

/** Before the first question. */
export const welcomeText = [
  'This connects Overheard to your mention service and to your Slack workspace, in three steps.',
  'Every answer is checked at once, and nothing is written before the last one. Enter takes what stands in [brackets]; Ctrl-C ends.',
].join('\n')

/** Instead of the first question, where what is there already is faulty. */
export function fixFirstText(faults: string[]): string {
  return ['Put this right first, then start the setup again:', ...faults.map((line) => `  ${line}`)].join(
    '\n',
  )
}

/** How the setup went. `environment` is that of the process, `kept` what the files held before. */
type FinishedSetup = {
  findings: SetupAnswers
  files: SetupFiles
  saved: Extract<SaveResult, { kind: 'saved' }>
  environment: Record<string, string | undefined>
  kept: ExistingFiles
}

/** After everything is written: what was, the next command, and what to expect of it. */
export function finalText(ending: FinishedSetup): string {
  const { findings, files, saved } = ending
  return [
    `\nDone. ${files.env} holds the tokens; only you can read it.`,
    ...aboutSubscription(findings, files, saved.byHand),
    ...aboutEnvironment(ending),
    '\nNext:  npm start',
    ...whatToExpect(findings),
    ...aboutOwner(ending),
  ].join('\n')
}

function aboutSubscription(
  { subscription }: SetupAnswers,
  files: SetupFiles,
  byHand: string | undefined,
): string[] {
  if (byHand !== undefined) return [`Add these lines to ${files.configuration} by hand:\n\n${byHand}`]
  if (subscription === undefined) return [`The subscriptions in ${files.configuration} stay as they are.`]
  const { name, alert, channelName } = subscription
  return [`${files.configuration} has a new subscription, '${name}': ${alert} to #${channelName}.`]
}

function aboutOwner({ files, kept }: FinishedSetup): string[] {
  if (/^owner:/m.test(kept.configuration.text)) return []
  return [`Name yourself as the owner in ${files.configuration} to hear in Slack when something stops.`]
}

function aboutEnvironment({ findings, environment, kept }: FinishedSetup): string[] {
  const before: NodeJS.Dict<string> = parseEnv(kept.env)
  const winning = Object.entries(findings.variables)
    .filter(([name, value]) => ![undefined, '', value, before[name]].includes(environment[name]))
    .map(([name]) => name)
  if (winning.length === 0) return []
  return [
    `Careful: ${winning.join(', ')} set in your shell, with another value, which goes before the file's.`,
  ]
}

function whatToExpect({ subscription }: SetupAnswers): string[] {
  const end = 'In Slack, /mentions-stats shows how an alert is doing, and /mentions help lists the rest.'
  if (subscription === undefined) return [end]
  return [
    `Within two minutes one line appears in #${subscription.channelName}: what is watched from now on. Nothing old is posted;`,
    `each new mention comes as a card. ${end}`,
  ]
}

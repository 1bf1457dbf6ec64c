import type { StartupWarning } from '../app/remarks.ts'
import type { PartialSettings } from '../settings/settings-seen.ts'
import { type Check, type Finding, fault, fine, warning } from './finding.ts'

/** The areas whose faults are a matter of settings (exit code 78). */
export const settingsAreas = new Set(['Environment', 'Configuration'])

/** The variables and the configuration file. `remarks`: what is said of this machine besides. */
export function settingsChecks(settings: PartialSettings, remarks: StartupWarning[]): Check[] {
  return [
    { area: 'Environment', run: async () => [...environmentFindings(settings), ...remarks.map(asWarning)] },
    { area: 'Configuration', run: async () => configurationFindings(settings) },
  ]
}

const asWarning = ({ what, whatToDo }: StartupWarning) => warning(what, whatToDo)

function environmentFindings({ environmentFaults, environment }: PartialSettings): Finding[] {
  if (environmentFaults.length > 0) {
    return environmentFaults.map((line) =>
      fault(`${line}.`, 'Set it in .env (npm run setup asks for everything) or in the environment.'),
    )
  }
  const way = environment.SLACK_APP_TOKEN === undefined ? `HTTP on port ${environment.PORT}` : 'Socket Mode'
  return [fine(`Every variable is sound. Slack reaches us by ${way}.`)]
}

/** A fault may end in a question: what was probably meant. */
const asSentence = (line: string) => (line.endsWith('?') ? line : `${line}.`)

function configurationFindings({
  file,
  configuration: read,
  configurationFaults,
}: PartialSettings): Finding[] {
  if (read === undefined) {
    return configurationFaults.map((line) =>
      fault(asSentence(`${file}, ${line}`), 'Correct it; npm run check looks at the file alone.'),
    )
  }
  const { subscriptions, digests } = read
  const sound = fine(`${file} is sound: subscriptions ${subscriptions.length}, digests ${digests.length}.`)
  if (subscriptions.length + digests.length > 0) return [sound]
  return [sound, warning('Nothing is watched.', 'Add a subscription to the file, or run npm run setup.')]
}

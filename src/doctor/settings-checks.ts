import type { Remark } from '../app/remarks.ts'
import type { SettingsSeen } from '../settings/settings-seen.ts'
import { type Check, type Finding, fault, fine, warning } from './finding.ts'

/** The areas whose faults are a matter of settings (exit code 78). */
export const settingsAreas = new Set(['Environment', 'Configuration'])

/** The variables and the configuration file. `remarks`: what is said of this machine besides. */
export function settingsChecks(settings: SettingsSeen, remarks: Remark[]): Check[] {
  return [
    { area: 'Environment', run: async () => [...environment(settings), ...remarks.map(asWarning)] },
    { area: 'Configuration', run: async () => configuration(settings) },
  ]
}

const asWarning = ({ what, whatToDo }: Remark) => warning(what, whatToDo)

function environment({ environmentFaults, environment }: SettingsSeen): Finding[] {
  if (environmentFaults.length > 0) {
    return environmentFaults.map((line) =>
      fault(`${line}.`, 'Set it in .env (npm run setup asks for everything) or in the environment.'),
    )
  }
  const way = environment.SLACK_APP_TOKEN === undefined ? `HTTP on port ${environment.PORT}` : 'Socket Mode'
  return [fine(`Every variable is sound. Slack reaches us by ${way}.`)]
}

/** A fault may end in a question: what was probably meant. */
const sentence = (line: string) => (line.endsWith('?') ? line : `${line}.`)

function configuration({ file, configuration: read, configurationFaults }: SettingsSeen): Finding[] {
  if (read === undefined) {
    return configurationFaults.map((line) =>
      fault(sentence(`${file}, ${line}`), 'Correct it; npm run check looks at the file alone.'),
    )
  }
  const { subscriptions, digests } = read
  const sound = fine(`${file} is sound: subscriptions ${subscriptions.length}, digests ${digests.length}.`)
  if (subscriptions.length + digests.length > 0) return [sound]
  return [sound, warning('Nothing is watched.', 'Add a subscription to the file, or run npm run setup.')]
}

import type { Alert } from '../model/alert.ts'
import { askChoice } from './ask-choice.ts'
import type { Dialogue } from './dialogue.ts'

/** Asks which alert to watch; undefined where Enter leaves the `existing` subscriptions (their number) as they are. */
export async function askAlert(
  dialogue: Dialogue,
  { existing, alerts, reload }: { existing: number; alerts: Alert[]; reload: () => Promise<Alert[]> },
): Promise<Alert | undefined> {
  for (let offered = alerts; ; offered = await reload()) {
    dialogue.say('\nThe alerts of the mention service:')
    if (offered.length === 0) dialogue.say('  none yet: create one there first.')
    const kept = existing === 1 ? 'the subscription' : `the ${existing} subscriptions`
    const otherwise = existing > 0 ? `keep ${kept} there already` : 'list them again'
    const question = `Which alert shall be posted? (number or name; Enter: ${otherwise})`
    const alert = await askChoice(dialogue, offered, question, describeAlert)
    if (alert !== undefined || existing > 0) return alert
  }
}

const describeAlert = ({ name, type }: Alert) => (type === 'mentions' ? name : `${name} (${type})`)

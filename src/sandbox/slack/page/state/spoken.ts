import { plainStretches } from '../text/mrkdwn.ts'

/** So much of a message is spoken, in characters: not for minutes. */
const longest = 300

/** A message's text as it is spoken: without marks. */
export function spokenText(text: string): string {
  return plainStretches(text).join(' ').slice(0, longest)
}

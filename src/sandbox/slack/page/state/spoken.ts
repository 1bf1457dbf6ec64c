import { plainOf } from '../text/inline.ts'
import { readMrkdwn } from '../text/mrkdwn.ts'

/** A message's text as it is spoken: without marks, and not for minutes. */
export function spokenText(text: string): string {
  const longest = 300
  return readMrkdwn(text)
    .map((stretch) => (stretch.kind === 'preformatted' ? stretch.text : plainOf(stretch.children)))
    .join(' ')
    .slice(0, longest)
}

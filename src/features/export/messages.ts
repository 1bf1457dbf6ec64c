import type { Ms } from '../../async/time.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { ourCommand } from '../../model/our-command.ts'

export const exportTexts = {
  help: (tables: { word: string; title: string }[]) =>
    [
      '• `export [name] [30d]`: get what was posted as a table in a direct message (CSV, or JSON if the line ends with json)',
      ...tables.map(({ word, title }) => `• \`export ${word} [30d]\`: the same with ${title}`),
    ].join('\n'),
  notUnderstood: (words: string, mostDays: number) =>
    `“${words}” isn't a time to export. Use at most ${plural(mostDays, 'day')}, such as 7d.`,
  running: 'Your last export is still being made.',
  nothing: (days: number) =>
    `Nothing was posted for this in the last ${plural(days, 'day')}, in the channels that you are in.`,
  noRows: (unit: string, days: number) =>
    `There is no ${unit} of the last ${plural(days, 'day')} in the channels that you are in, as far as you may see it.`,
  noDirectMessage: 'Slack opened no direct message to you, so there is no file. Try again in a minute.',
  summary: ({ days, shown, total, unit }: { days: number; shown: number; total: number; unit: string }) =>
    shown === total
      ? `${plural(total, unit)} of the last ${plural(days, 'day')}`
      : `The newest ${grouped(shown)} of ${plural(total, unit)} of the last ${plural(days, 'day')}: one file takes no more, so export a shorter time for the rest`,
  sent: (summary: string) => `${summary}. The file is in your direct messages with Overheard.`,
  failed({ reason, unclear, afterMs }: { reason: string; unclear?: true; afterMs?: Ms }): string {
    if (reason === 'missing_scope')
      return `The Slack app may not send files. Ask an Overheard admin to give it the permission files:write (${ourCommand('doctor')} says how).`
    if (unclear === true)
      return `Slack did not answer (${reason}). If the file is not in your direct messages with Overheard, ask again.`
    if (afterMs !== undefined)
      return `Slack takes no file right now. Try again in ${plural(Math.ceil(afterMs / 1000), 'second')}.`
    return `Slack did not take the file (${reason}). Try again in a minute.`
  },
}

import { formatQuestion, type StatsQuestion } from '../../insights/question.ts'
import { type Alert, nameAmong } from '../../model/alert.ts'
import type { Content } from '../../model/message.ts'
import { button, plainText } from '../block-kit.ts'
import { cut, escapeMrkdwn, isolate } from '../text.ts'
import { askActionPrefix, chooseActionId } from './actions.ts'

/** Slack's limits: options of a select, characters of an option's text and value (Block Kit reference). */
const mostOptions = 100
const longestOptionText = 75
const longestOptionValue = 150

/** Up to five alerts are buttons: one press less. */
const mostButtons = 5

/** Which alert is meant? Each control carries the whole question for its alert. */
export function chooseAlert(question: StatsQuestion, alerts: Alert[]): Content {
  const options = alerts
    .map((alert) => ({
      label: label(alert, alerts),
      value: formatQuestion({ ...question, alert: alert.id }),
    }))
    .filter(({ value }) => value.length <= longestOptionValue)
    .slice(0, mostOptions)
  const left = alerts.length - options.length
  const rest = left > 0 ? ` ${left} more do not fit here: name the alert in the command.` : ''
  const prompt = `Which alert?${rest}`
  const names = options.slice(0, 20).map(({ label }) => label)
  return {
    text: escapeMrkdwn(`${prompt} ${names.join(', ')}`.trim()),
    blocks: [
      { type: 'section', text: plainText(prompt) },
      ...(options.length > 0 ? [{ type: 'actions', elements: controls(options) }] : []),
    ],
  }
}

function label(alert: Alert, alerts: Alert[]): string {
  return isolate(cut(nameAmong(alert, alerts), longestOptionText - 2)) || alert.id
}

function controls(options: { label: string; value: string }[]): object[] {
  if (options.length <= mostButtons)
    return options.map(({ label, value }, at) => button(label, `${askActionPrefix}alert${at}`, value))
  return [
    {
      type: 'static_select',
      action_id: chooseActionId,
      placeholder: plainText('Choose an alert'),
      options: options.map(({ label, value }) => ({ text: plainText(label), value })),
    },
  ]
}

import { expect, it } from 'vitest'
import { manifestFor } from '../../../src/cli/slack-app.ts'
import { room } from '../../../src/features/room/feature.ts'

it('the Slack app is asked for nothing for room if rooms is off, and for everything else', () => {
  const namesIn = (file: Parameters<typeof manifestFor>[0]) => {
    const { oauth_config, settings } = manifestFor(file)
    const { bot, bot_optional: optional } = oauth_config.scopes
    expect(optional.filter((scope) => !bot.includes(scope))).toEqual([])
    return [...bot, ...settings.event_subscriptions.bot_events]
  }
  const own = [...Object.keys(room.slack.scopes), ...room.slack.events]
  const all = namesIn({})
  expect(own.filter((one) => !all.includes(one))).toEqual([])
  expect(namesIn({ rooms: 'off' })).toEqual(all.filter((one) => !own.includes(one)))
})

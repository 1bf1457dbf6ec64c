import { expect, it } from 'vitest'
import { z } from 'zod'
import { everything } from '../../src/everything.ts'
import { noon, openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const channel = 'C000GENERAL'
const at = (minutes: number) => noon / 1000 + minutes * 60
const scheduled = z.object({ scheduled_message_id: z.string() })

it('a scheduled message is listed, and posted at its time and not before', async () => {
  const workspace = await openWorkspace(everything)
  await call(workspace, 'chat.scheduleMessage', { channel, text: 'Lunch', post_at: at(10) })
  expect(await call(workspace, 'chat.scheduledMessages.list')).toMatchObject({
    scheduled_messages: [{ channel_id: channel, post_at: at(10), text: 'Lunch' }],
  })
  workspace.clock.advance(10 * 60_000 - 1)
  expect(workspace.control.messages('general')).toEqual([])
  workspace.clock.advance(1)
  expect(workspace.control.messages('general').map(({ text }) => text)).toEqual(['Lunch'])
  expect(await call(workspace, 'chat.scheduledMessages.list')).toMatchObject({ scheduled_messages: [] })
})

it('a scheduled message can be deleted before its time, once', async () => {
  const workspace = await openWorkspace(everything)
  const made = await call(workspace, 'chat.scheduleMessage', { channel, text: 'Lunch', post_at: at(10) })
  const args = { channel, ...scheduled.parse(made) }
  expect(await outcome(workspace, 'chat.deleteScheduledMessage', args)).toBe('ok')
  expect(await outcome(workspace, 'chat.deleteScheduledMessage', args)).toBe('invalid_scheduled_message_id')
  workspace.clock.advance(11 * 60_000)
  expect(workspace.control.messages('general')).toEqual([])
})

it('a message is scheduled for the next 120 days only, and 30 in five minutes', async () => {
  const workspace = await openWorkspace(everything)
  const schedule = (post_at: unknown) =>
    outcome(workspace, 'chat.scheduleMessage', { channel, text: 'Lunch', post_at })
  expect(await schedule('soon')).toBe('invalid_time')
  expect(await schedule(at(-1))).toBe('time_in_past')
  expect(await schedule(at(120 * 24 * 60) + 1)).toBe('time_too_far')
  for (let number = 0; number < 30; number += 1) expect(await schedule(String(at(1)))).toBe('ok')
  expect(await schedule(at(2))).toBe('restricted_too_many')
  expect(await schedule(at(7))).toBe('ok')
})

it('a message that is scheduled three months ahead is posted', async () => {
  const workspace = await openWorkspace(everything)
  const months = 90 * 24 * 60
  await call(workspace, 'chat.scheduleMessage', { channel, text: 'Spring', post_at: at(months) })
  workspace.clock.advance(months * 60_000)
  expect(workspace.control.messages('general').map(({ text }) => text)).toEqual(['Spring'])
})

it('a scheduled message to a channel that the bot has left is dropped, and the log says so', async () => {
  const lines: string[] = []
  const workspace = await openWorkspace({ ...everything, log: (line) => void lines.push(line) })
  await call(workspace, 'chat.scheduleMessage', { channel: 'C00000BRAND', text: 'Lunch', post_at: at(1) })
  await call(workspace, 'conversations.leave', { channel: 'C00000BRAND' })
  workspace.clock.advance(60_000)
  const texts = workspace.control.messages('brand-watch').map(({ text }) => text)
  expect(texts).not.toContain('Lunch')
  expect(lines).toEqual([expect.stringContaining('A scheduled message to C00000BRAND was dropped')])
})

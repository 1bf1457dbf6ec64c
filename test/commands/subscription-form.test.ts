import { expect, it } from 'vitest'
import { readForm } from '../../src/commands/subscription-form.ts'
import { subscribeInputs, subscribeModal } from '../../src/messages/subscribe-modal.ts'
import { subscriptionOf } from '../turn/story-world.ts'

const submission = { user: 'U1', view: 'V1', trigger: '', note: '', pressed: '' }
const ground = { before: subscriptionOf({ dedupe: 'url' }), timezone: 'UTC', alertName: (id: string) => id }

it.each(['none', 'url', 'story'])('repeated news, chosen as %s in the modal, is read as that', (chosen) => {
  const { blocks } = subscribeModal({ alerts: [], chosen: {}, edits: 'acme' })
  const offered = JSON.stringify(blocks.find(({ block_id }) => block_id === subscribeInputs.dedupe))
  expect(offered).toContain(`"value":"${chosen}"`)
  const read = readForm({ ...submission, values: new Map([[subscribeInputs.dedupe, chosen]]) }, ground)
  expect(read).toMatchObject({ kind: 'settings' })
  expect(read.kind === 'settings' && (read.settings.dedupe ?? 'none')).toBe(chosen)
})

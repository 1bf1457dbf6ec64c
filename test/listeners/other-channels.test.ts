import { expect, it } from 'vitest'
import { digestCommand } from '../../src/listeners/actions/digest-buttons.ts'
import { orDoneElsewhere, whichSubscription } from '../../src/listeners/which-subscription.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'
import { weekly } from '../tools/digest-world.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const asker = { user: 'U1', channel: 'C1', responseUrl: '', trigger: '' }

const previewIn = async (places: Record<string, string>, line: string) => {
  const all = Object.entries(places).map(([name, channel]) => ({ ...weekly, name, channel }))
  const { answer } = digestCommand({
    digests: {
      all,
      preview: async (name) => ({ parent: textMessage(`Preview of ${name}`), thread: [] }),
    },
    access: { refusal: async () => undefined },
    channels: { find: async (id) => ({ kind: 'found', id }) },
    finder: { alertsIn: async () => [] },
  })
  const content = await answer(asker, line)
  return content !== undefined && 'text' in content ? content.text : ''
}

it('without a name, the digest command previews the digest of the channel', async () => {
  expect(await previewIn({ ours: 'C1', theirs: 'C2' }, '')).toBe('Preview of ours')
})

it('without a name, the digest command previews no digest of another channel, and asks for a name', async () => {
  expect(await previewIn({ theirs: 'C2' }, '')).toContain('Which digest? There is: theirs.')
})

it('the preview of a named digest of another channel says where it posts', async () => {
  expect(await previewIn({ ours: 'C1', theirs: 'C2' }, 'theirs')).toBe(
    'The digest theirs posts to another channel. Only you see this preview:\nPreview of theirs',
  )
})

it('a change of what another channel gets is answered where somebody asked for it', () => {
  const answer = (channel: string) => orDoneElsewhere(undefined, asker, { name: 'rivals', channel })?.text
  expect(answer('C2')).toBe('Done. rivals posts to another channel, so the change is announced there.')
  expect(answer('C1')).toBeUndefined()
})

it('a change that was refused is not said to be done', () => {
  const refusal = textMessage('rivals is paused already.')
  expect(orDoneElsewhere(refusal, asker, { name: 'rivals', channel: 'C2' })).toBe(refusal)
})

it('the list of known subscriptions names those of other channels that it suggests', () => {
  const readable = ['acme', 'rivals'].map((name) => ({ subscription: subscriptionOf({ name, alert: name }) }))
  const { text } = whichSubscription(
    { kind: 'none', names: ['acme'] },
    { kind: 'pause', name: 'rivls' },
    readable,
  )
  expect(text).toContain('No subscription matches “rivls”. There is: acme. In other channels: rivals.')
})

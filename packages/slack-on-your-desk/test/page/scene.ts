/** A workspace with an app that has posted one message of each kind. */
import type { App } from '@slack/bolt'
import type { KnownBlock } from '@slack/types'
import type { HandClock } from '../../src/hand-clock.ts'
import type { WorkspaceOptions } from '../../src/options.ts'
import { pageHandler } from '../../src/page-server.ts'
import type { Workspace } from '../../src/workspace.ts'
import { clientOf, openWorkspace, socketApp } from '../open.ts'
import { card, chartBlocks, everyElement, homeBlocks, option } from './sample-blocks.ts'
import { asking, modal, pushed } from './sample-modal.ts'

export type Scene = Workspace & { clock: HandClock }

const commands = [
  { command: '/mentions-stats', description: 'How much was said, and how', usage: '[alert] [7d|30d|90d]' },
  { command: '/mentions', description: 'Subscribe, pause and look', usage: 'subscribe | pause | status' },
  { command: '/ask', description: 'Choose from what the app suggests', usage: '' },
]

const messageShortcuts = [{ name: 'Take a note', callbackId: 'note' }]

/**
 * Opens a workspace with the page and a scripted app that claims, opens modals, answers commands and publishes a home
 * tab.
 */
export async function openScene(page = pageHandler(), team: Partial<WorkspaceOptions> = {}): Promise<Scene> {
  const workspace = await openWorkspace({ control: true, page, commands, messageShortcuts, ...team })
  await socketApp(workspace, script)
  return workspace
}

function script(app: App): void {
  app.command('/mentions-stats', ({ ack }) =>
    ack({ text: 'Acme brand: 1,284 mentions', blocks: chartBlocks }),
  )
  app.command('/mentions', async ({ ack, client, body }) => {
    await ack()
    await client.views.open({ trigger_id: body.trigger_id, view: modal })
  })
  app.command('/ask', async ({ ack, client, body }) => {
    await ack()
    await client.views.open({ trigger_id: body.trigger_id, view: asking })
  })
  app.shortcut({ callback_id: 'note', type: 'message_action' }, async ({ ack, shortcut, respond }) => {
    await ack()
    await respond(`noted: ${shortcut.message.text}`)
  })
  app.options('topic', ({ ack, options: { value } }) =>
    ack({ options: [1, 2].map((count) => option(`${value} ${count}`)) }),
  )
  app.view('ask', async ({ ack, view, client, body }) => {
    await ack()
    const text = `${body.user.name} chose ${view.state.values.topic?.topic?.selected_option?.value}`
    await client.chat.postMessage({ channel: 'C000GENERAL', text })
  })
  app.action('claim', async ({ ack, client, body }) => {
    await ack()
    if (body.type !== 'block_actions' || !body.channel || !body.message) return
    const blocks = card('Claimed by Ana, 14:05', 'done')
    await client.chat.update({ channel: body.channel.id, ts: body.message.ts, text: 'claimed', blocks })
  })
  app.action('push', async ({ ack, client, body }) => {
    await ack()
    if (body.type === 'block_actions') await client.views.push({ trigger_id: body.trigger_id, view: pushed })
  })
  app.view('subscribe', async ({ ack, view, client, body }) => {
    const name = view.state.values.name?.name?.value ?? ''
    if (name === 'taken') return ack({ response_action: 'errors', errors: { name: 'This name is taken.' } })
    await ack()
    const { channel, sources, burst, style } = view.state.values
    const chosen = sources?.sources?.selected_options?.map((one) => one.value) ?? []
    const rest = [...chosen, burst?.burst?.value, style?.style?.selected_option?.value].join(', ')
    const text = `${body.user.name} subscribed ${name} to ${channel?.channel?.selected_conversation} with ${rest}`
    await client.chat.postMessage({ channel: 'C000GENERAL', text })
  })
  app.event('app_home_opened', ({ client, event }) =>
    client.views
      .publish({ user_id: event.user, view: { type: 'home', blocks: homeBlocks } })
      .then(() => undefined),
  )
}

/** Posts a card to a channel and returns its ts. */
export async function postCard(scene: Scene, channel = 'C000GENERAL'): Promise<string> {
  const posted = await clientOf(scene).chat.postMessage({
    channel,
    text: 'Reddit: Acme app logs me out after the update',
    blocks: card('', 'claim'),
  })
  return posted.ts ?? ''
}

/** Posts a burst with its thread, a chart, every element, and a user's message. */
export async function postEverything(scene: Scene): Promise<void> {
  const client = clientOf(scene)
  const channel = 'C000GENERAL'
  scene.people.post('ben', { channel, text: 'Morning! Is anybody looking at the *Acme* alerts? :eyes:' })
  await postCard(scene)
  const burst = await client.chat.postMessage({ channel, text: '21 new mentions', blocks: burstBlocks })
  for (const text of ['One to ten', 'Eleven to eighteen'])
    await client.chat.postMessage({ channel, text, thread_ts: burst.ts ?? '' })
  await client.chat.postMessage({ channel, text: 'Statistics', blocks: chartBlocks })
  await client.chat.postMessage({ channel, text: 'Everything', blocks: everyElement })
  await client.chat.postEphemeral({
    channel,
    user: 'U0000000ANA',
    text: 'You can stop this with `/mentions pause`.',
  })
  scene.people.post('kim', { channel: 'support', text: 'Who has the refund thread?' })
}

/** Posts messages one after the other. */
export async function postBurst(scene: Scene, count: number): Promise<void> {
  const client = clientOf(scene)
  for (let index = 1; index <= count; index += 1)
    await client.chat.postMessage({ channel: 'C000GENERAL', text: `Mention ${index} of ${count}` })
}

const burstBlocks: KnownBlock[] = [
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [{ type: 'text', text: '21 new mentions, Acme brand', style: { bold: true } }],
      },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: ['Acme down?', 'Acme raises prices'].map((title, index) => ({
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: '👎 212k ' },
            { type: 'link', url: `https://news.example/${index}`, text: title, style: { bold: true } },
            { type: 'text', text: ' TechNews' },
          ],
        })),
      },
    ],
  },
  {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: '👎 12 · 👍 3 · 6 neutral · Reddit 14, web 7 · 1.1M reach' }],
  },
]

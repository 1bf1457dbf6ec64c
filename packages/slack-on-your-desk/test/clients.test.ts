import { createServer } from 'node:http'
import { createSlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { Actions, Button, Card, CardText, Chat, ConsoleLogger, Modal, TextInput } from 'chat'
import { SlackApp } from 'slack-edge'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Slack, startSlack } from '../src/index.ts'

/** Frameworks that share no code with Bolt. They are as strict about what they receive as their authors are. */

async function started(requestUrl?: string): Promise<Slack> {
  const slack = await startSlack({
    channels: ['general'],
    people: ['ana'],
    ...(requestUrl !== undefined && { requestUrl }),
  })
  onTestFinished(() => slack.close())
  return slack
}

/** Serves a handler of web requests on a free port. Returns the address. */
async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    )
    const body = Buffer.concat(chunks)
    const response = await handle(
      new Request(`http://localhost${incoming.url}`, { method: 'POST', headers, body }),
    )
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`
}

describe('an app made with slack-edge, over signed HTTP', () => {
  /** The framework has no option for the address of the API, but it uses `fetch`. */
  function moveApi(slack: Slack): void {
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const address = request.url.replace('https://slack.com/api/', slack.env.SLACK_API_URL)
      return real(new Request(address, request))
    })
  }

  it('answers a command, greets with a button, opens a form, and posts what is submitted', async () => {
    const handlers: { run?: SlackApp<{ SLACK_BOT_TOKEN: string; SLACK_SIGNING_SECRET: string }>['run'] } = {}
    const pending: Promise<unknown>[] = []
    const context = {
      waitUntil: (work: Promise<unknown>) => void pending.push(work),
      passThroughOnException() {},
      props: {},
    }
    const address = await serve(async (request) => (await handlers.run?.(request, context)) ?? new Response())
    const slack = await started(address)
    moveApi(slack)
    const app = new SlackApp({
      env: {
        SLACK_BOT_TOKEN: slack.env.SLACK_BOT_TOKEN,
        SLACK_SIGNING_SECRET: slack.env.SLACK_SIGNING_SECRET,
        SLACK_LOGGING_LEVEL: 'ERROR',
      },
    })
    app.command(
      '/order',
      async () => 'One moment',
      async ({ context: { client } }) => {
        const text = { type: 'plain_text', text: 'Order' } as const
        const button = { type: 'button', action_id: 'open', text } as const
        const blocks = [{ type: 'actions' as const, elements: [button] }]
        await client.chat.postMessage({ channel: slack.channelId('general'), text: 'What?', blocks })
      },
    )
    app.action(
      'open',
      async () => {},
      async ({ context: { client }, payload }) => {
        const text = { type: 'plain_text', text: 'Dish' } as const
        const element = { type: 'plain_text_input', action_id: 'name' } as const
        await client.views.open({
          trigger_id: payload.trigger_id,
          view: {
            type: 'modal',
            callback_id: 'dish',
            title: text,
            submit: text,
            blocks: [{ type: 'input', block_id: 'dish', label: text, element }],
          },
        })
      },
    )
    app.viewSubmission(
      'dish',
      async () => {},
      async ({ context: { client }, payload }) => {
        const dish = payload.view.state.values.dish?.name?.value
        await client.chat.postMessage({ channel: slack.channelId('general'), text: `One ${dish}` })
      },
    )
    handlers.run = app.run.bind(app)

    const ana = slack.person('ana')
    expect(await ana.command('/order', 'general')).toMatchObject({ kind: 'acknowledged' })
    expect(slack.ephemerals('ana').map(({ text }) => text)).toEqual(['One moment'])
    const question = await slack.until(() => slack.messages('general')[0])
    await ana.press(question, 'open')
    await slack.until(() => slack.modal('ana'))
    await ana.submit({ dish: { name: 'soup' } })
    expect((await slack.until(() => slack.messages('general')[1])).text).toBe('One soup')
    await Promise.all(pending)
  })
})

describe('a bot made with Chat SDK and @chat-adapter/slack', () => {
  /** Starts a bot that subscribes to threads in which it is mentioned. */
  async function startBot(slack: Slack, mode: 'socket' | 'webhook') {
    const state = createMemoryState()
    const bot = new Chat({
      userName: 'your-app',
      // Otherwise it drops a message that arrives while it still works on the one before.
      concurrency: 'queue',
      state,
      logger: new ConsoleLogger('silent'),
      adapters: {
        // @ts-expect-error Its types do not know exactOptionalPropertyTypes.
        slack: createSlackAdapter({
          mode,
          apiUrl: slack.env.SLACK_API_URL,
          botToken: slack.env.SLACK_BOT_TOKEN,
          ...(mode === 'socket'
            ? { appToken: slack.env.SLACK_APP_TOKEN }
            : { signingSecret: slack.env.SLACK_SIGNING_SECRET }),
          logger: new ConsoleLogger('silent'),
        }),
      },
    })
    onTestFinished(() => bot.shutdown())
    bot.onNewMention(async (thread) => {
      await thread.subscribe()
      await thread.post(
        Card({
          title: 'Order',
          children: [CardText('What would you like?'), Actions([Button({ id: 'open', label: 'Choose' })])],
        }),
      )
    })
    bot.onSubscribedMessage(async (thread, message) => {
      await thread.post(`You said: ${message.text}`)
    })
    bot.onAction('open', async (event) => {
      await event.openModal(
        Modal({
          callbackId: 'dish',
          title: 'Dish',
          submitLabel: 'Order',
          children: [TextInput({ id: 'name', label: 'Name' })],
        }),
      )
    })
    bot.onModalSubmit('dish', async (event) => {
      await event.relatedThread?.post(`One ${event.values.name}`)
    })
    return bot
  }

  async function order(slack: Slack): Promise<string[]> {
    const ana = slack.person('ana')
    const bot = slack.workspace.seed.bot.userId
    const asked = ana.post('general', `<@${bot}> I am hungry`)
    const reply = (number: number) => slack.until(() => slack.messages('general')[number])
    const card = await reply(1)
    expect(card.thread_ts).toBe(asked.ts)
    ana.post('general', 'Something warm', asked.ts)
    await reply(3)
    expect((await ana.press(card, 'open')).kind).toBe('acknowledged')
    const modal = await slack.until(() => slack.modal('ana'))
    const input = modal.blocks.find(({ type }) => type === 'input')
    const element = input?.element as { action_id: string }
    const ack = await ana.submit({ [input?.block_id ?? '']: { [element.action_id]: 'soup' } })
    expect(ack.kind).toBe('closed')
    await reply(4)
    return slack.messages('general').map(({ text }) => text)
  }

  const conversation = [
    expect.stringContaining('I am hungry'),
    expect.stringContaining('Order'),
    'Something warm',
    'You said: Something warm',
    'One soup',
  ]

  it('talks in a thread, shows a card, and opens a form, by Socket Mode', async () => {
    const slack = await started()
    const bot = await startBot(slack, 'socket')
    await bot.initialize()
    await slack.connected()
    expect(await order(slack)).toEqual(conversation)
  })

  it('does the same over signed HTTP', async () => {
    const handlers: { run?: (request: Request) => Promise<Response> | undefined } = {}
    const pending: Promise<unknown>[] = []
    const slack = await started(
      await serve(async (request) => (await handlers.run?.(request)) ?? new Response()),
    )
    const bot = await startBot(slack, 'webhook')
    handlers.run = (request) =>
      bot.webhooks.slack?.(request, { waitUntil: (work) => void pending.push(work) })
    expect(await order(slack)).toEqual(conversation)
    await Promise.all(pending)
  })
})

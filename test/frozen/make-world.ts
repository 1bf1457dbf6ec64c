// @ts-nocheck: it runs on the code of commit 82f882c8 only.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { createDemoClock } from '../../sandbox/demo/demo-clock.ts'
import { startReceiver } from '../../sandbox/webhook-receiver.ts'
import { createWorld, type World } from '../tools/e2e/bot-world.ts'

/** Runs the bot of 0.2 through three weeks of a small company, and kills it in the middle of everything. */

const people = { ana: 'U0000000ANA', ben: 'U0000000BEN', kim: 'U0000000KIM', mei: 'U0000000MEI' }
const { ana, ben, kim, mei } = people

export const places = {
  brand: 'C00000BRAND',
  archive: 'C0000ARCHIV',
  support: 'C0000SUPPRT',
  incidents: 'C000INCIDNT',
  europe: 'C0000EUROPE',
  evening: 'C000EVENING',
  doubted: 'C000DOUBTED',
  paused: 'C0000PAUSED',
  asked: 'C00000ASKED',
  fresh: 'C00000FRESH',
  crisis: 'C0000CRISIS',
  marketing: 'C0MARKETING',
}

export const alerts = {
  acme: '1001',
  falcon: '1002',
  rival: '1003',
  outage: '1004',
  evening: '1005',
  news: '1006',
  paused: '1007',
  over: '1008',
  fresh: '1009',
}

const schedule = '*/5 * * * * *'

const fresh = { name: 'fresh', alert: alerts.fresh, channel: places.fresh, schedule }

const configuration = {
  timezone: 'UTC',
  locale: 'en-GB',
  owner: mei,
  private: ['Project Falcon'],
  own: { authors: ['Acme PR'] },
  plan: { monthlyMentions: 50_000 },
  doubtSeconds: 30,
  openFor: '14d',
  links: [{ label: 'Create issue', url: 'https://tracker.example/new?title={title}&about={url}' }],
  watch: { users: [ana, ben, mei], from: '2026-11-02', handover: '06:00' },
  escalateAfter: '15m',
  subscriptions: [
    {
      ...{ name: 'acme', alert: 'Acme brand', channel: '#brand-watch', schedule, burst: 20, spike: 'off' },
      ...{ dedupe: 'story', followUp: '2h', except: { source: ['youtube'] } },
      notify: { users: [mei], groups: ['S0000000SUP'], when: { tag: ['urgent'] } },
    },
    {
      ...{ name: 'falcon', alert: 'Project Falcon', channel: places.crisis, schedule, style: 'compact' },
      ...{ actions: ['claim', 'done'], spike: 'calm' },
    },
    { name: 'rival', alert: 'Rival', channel: places.support, schedule, burst: 3, spike: 'off' },
    {
      ...{ name: 'outage', alert: alerts.outage, channel: places.incidents, schedule, spike: 'alert' },
      notify: { users: [ana], when: { reach: { from: 1_000_000_000 } } },
    },
    {
      ...{ name: 'outage-europe', alert: alerts.outage, channel: places.europe, schedule, spike: 'alert' },
      only: { language: ['de'] },
    },
    {
      ...{ name: 'evening', alert: alerts.evening, channel: places.evening, schedule },
      quiet: { from: '18:00', to: '09:10', urgent: { reach: { from: 50_000 } } },
    },
    { name: 'found', alert: alerts.news, channel: places.doubted, schedule, only: { tag: ['found'] } },
    {
      ...{ name: 'lost', alert: alerts.news, channel: places.doubted, schedule, only: { tag: ['lost'] } },
      dedupe: 'url',
    },
    { name: 'short', alert: alerts.paused, channel: places.paused, schedule },
    { name: 'long', alert: alerts.paused, channel: places.paused, schedule },
    { name: 'endless', alert: alerts.paused, channel: places.paused, schedule },
    { name: 'asked', alert: alerts.paused, channel: places.asked, schedule },
    { name: 'over', alert: alerts.over, channel: places.asked, schedule },
  ],
  digests: [
    {
      name: 'weekly',
      channel: places.marketing,
      alerts: ['Acme brand', 'Acme outage', 'Rival'],
      people: true,
    },
    { name: 'outages', channel: places.incidents, alerts: [alerts.outage] },
  ],
}

export const webhooks = [
  { url: 'http://hooks.example/overheard', secretEnv: 'WEBHOOK_SECRET', allowPrivate: true },
  {
    ...{ url: 'http://tickets.example/in', secretEnv: 'WEBHOOK_SECRET', allowPrivate: true },
    events: ['mention.linked'],
  },
]

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`

const at = (time: string) => Date.parse(`2026-11-${time}Z`)
const clock = createDemoClock(Date.now, at('16T08:00') - Date.now())
const moveTo = (time: string) => clock.advance(at(time) - clock.now())
const log = (line: string) => process.stdout.write(`${new Date(clock.now()).toISOString()} ${line}\n`)

const receiver = await startReceiver({ secret, now: clock.now })
const world = await createWorld({
  clock,
  configuration,
  environment: { HTTP_PROXY: new URL(receiver.url).origin, NO_PROXY: '127.0.0.1', WEBHOOK_SECRET: secret },
  slack: {
    ...{ tiers: 'off', ackMs: 60_000 },
    users: [
      { id: ana, name: 'ana', displayName: 'Ana Lima' },
      { id: ben, name: 'ben', displayName: 'Ben Okafor' },
      { id: kim, name: 'kim', displayName: 'Kim Lee' },
      { id: mei, name: 'mei' },
    ],
    channels: Object.entries(places).map(([name, id]) => ({
      ...{ id, name: name === 'brand' ? 'brand-watch' : name, botIsMember: true },
      isPrivate: name === 'crisis',
      members: name === 'crisis' ? [ben, mei] : [ana, ben, kim, mei],
    })),
  },
})
const { slack } = world

const names = { acme: 'Acme brand', falcon: 'Project Falcon', rival: 'Rival', outage: 'Acme outage' }
for (const [name, id] of Object.entries(alerts)) {
  const title = { ...names, evening: 'Acme evening' }[name] ?? `Acme ${name}`
  const about = { alert_type: 'mentions' as const, project_id: '1', project_name: 'Acme' }
  if (id !== alerts.acme) world.mentionStore.addAlert({ alert_id: id, alert_name: title, ...about })
  world.add(1, { date: at('09T12:00') }, undefined, id)
}

/** Mentions with the texts that matter, and little else. */
type Fields = Parameters<World['add']>[1]
function add(alert: keyof typeof alerts, id: number, fields: Fields = {}): void {
  const about = { title: `Acme in the news, ${id}`, snippet: `About Acme`, source: 'web', ...fields }
  world.add(id, about, undefined, alerts[alert])
}

for (let index = 0; index < 60; index++) {
  const date = at('01T03:00') + index * 6 * 3_600_000
  const sentiment = (['neutral', 'positive', 'negative', 'neutral'] as const)[index % 4] ?? 'neutral'
  if (date < clock.now()) add('outage', 40_001 + index, { date, sentiment, snippet: '', title: 'Old' })
}

// People

const messages = (where: string) => slack.control.messages(where)
const direct = (user: string) => [...slack.state.channels.values()].find((one) => one.user === user)?.id ?? ''
const find = (where: string, words: string) => messages(where).findLast(({ text }) => text.includes(words))
const heard = (where: string, words: string) =>
  world.until(`“${words}” in ${where}`, () => find(where, words) !== undefined)
const told = (user: string, words: string) =>
  world.until(`“${words}” to ${user}`, () => find(direct(user), words) !== undefined)
const say = async (user: string, where: string, line: string) => {
  const sent = await slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
  if (sent.kind !== 'acknowledged') throw new Error(`${line}: ${sent.kind}`)
}
const press = (user: string, where: string, ts: string, actionId: string, choice?: string) =>
  slack.people.press({ user, channel: where, ts, actionId, ...(choice === undefined ? {} : { choice }) })
const cardOf = (where: string, id: number) =>
  world.posted(where).find(({ ids, thread }) => thread === undefined && ids.includes(String(id)))
const textOf = (where: string, id: number) => cardOf(where, id)?.text ?? ''
const posted = (where: string, ...ids: number[]) =>
  world.until(`the cards of ${ids}`, () => ids.every((id) => world.ids(where).includes(String(id))))
const shows = (id: number, words: string, where = places.brand) =>
  world.until(`“${words}” on ${id}`, () => textOf(where, id).includes(words))

async function onCard(user: string, id: number, actionId: string, where = places.brand): Promise<void> {
  await press(user, where, cardOf(where, id)?.ts ?? '', actionId)
}

function choiceOf(where: string, ts: string, name: string): string {
  const blocks = JSON.stringify(messages(where).find((one) => one.ts === ts)?.blocks ?? [])
  const values = blocks.match(/"value":"[^"]*"/g) ?? []
  return values.map((value) => value.slice(9, -1)).find((value) => value.startsWith(name)) ?? ''
}

async function modal(user: string, act: () => Promise<unknown>): Promise<string> {
  const views = () => slack.state.views.filter((one) => one.user === user)
  const before = new Set(views().map(({ view }) => view.id))
  await act()
  const opened = () => views().find(({ view }) => !before.has(view.id))
  await world.until('a modal', () => opened() !== undefined)
  return opened()?.view.id ?? ''
}

type Answers = Record<string, Record<string, string | string[]>>
async function submit(user: string, viewId: string, answers: Answers): Promise<void> {
  const done = await slack.people.submitView({ user, viewId, answers })
  if (done.kind !== 'closed') throw new Error(JSON.stringify(done))
}

async function fromMenu(user: string, id: number, choice: string, answers?: Answers): Promise<void> {
  const ts = cardOf(places.brand, id)?.ts ?? ''
  const chosen = choiceOf(places.brand, ts, choice)
  const open = () => press(user, places.brand, ts, 'mention_more', chosen)
  if (answers === undefined) await open()
  else await submit(user, await modal(user, open), answers)
}

// The bot

async function start(): Promise<void> {
  const seen = world.output().length
  world.start()
  await world.until('the start', () => world.output().slice(seen).includes('Overheard is running'))
  await world.until('a connection', () => slack.control.sockets() > 0)
  log('the bot runs')
}
async function stop(): Promise<void> {
  await world.end('SIGTERM')
  await world.until('the end of the connection', () => slack.control.sockets() === 0)
}
async function startAt(time: string): Promise<void> {
  if (slack.control.sockets() > 0) await stop()
  moveTo(time)
  await start()
}

function configure(change: (one: typeof configuration) => object): void {
  const file = join(world.folder, 'overheard.yaml')
  writeFileSync(file, stringify(change(parse(readFileSync(file, 'utf8')))))
}

// Monday, 16 November: the first start

await start()
await world.until('the first messages', () =>
  Object.values(places).every(
    (where) => [places.archive, places.fresh, places.marketing].includes(where) || messages(where).length > 0,
  ),
)
await world.until('all in one channel', () => messages(places.paused).length >= 3)
await submit(ana, await modal(ana, () => say(ana, places.support, 'subscribe rival')), {})
await heard(places.support, 'as rival-2')
await world.until(
  'its first message',
  () => messages(places.support).filter(({ text }) => text.includes('Watching Rival')).length === 2,
)
const editing = await modal(ana, () => say(ana, places.support, 'edit rival-2'))
await slack.people.pressInView({ user: ana, viewId: editing, actionId: 'subscribe_more', answers: {} })
await world.until('the second step', () => JSON.stringify(slack.state.views).includes('quiet_from'))
await submit(ana, editing, {
  ...{ sentiment: { sentiment: ['negative', 'unknown'] }, reach: { reach: '10' } },
  ...{ quiet_from: { quiet_from: '22:00' }, quiet_to: { quiet_to: '06:00' }, dedupe: { dedupe: 'url' } },
})
await heard(places.support, 'changed')
await submit(ben, await modal(ben, () => say(ben, places.europe, 'subscribe "acme brand"')), {})
await heard(places.europe, 'as acme-brand')
await say(ben, places.europe, 'unsubscribe acme-brand')
await heard(places.europe, 'unsubscribed acme-brand')
await say(ana, places.brand, 'mute author "Spam King" 30d')
await heard(places.brand, 'muted the author Spam King')
await say(ana, places.brand, 'mute site spam.example forever')
await heard(places.brand, 'spam.example')
await say(ben, places.brand, 'mute source tiktok 30d')
await heard(places.brand, 'muted the source')
await say(ben, places.brand, 'mute word lottery* 30d')
await heard(places.brand, 'muted the word')
await say(mei, places.asked, 'pause asked 3d')
await heard(places.asked, 'paused asked')
await say(mei, places.asked, 'pause over 2d')
await heard(places.asked, 'paused over')
await say(mei, places.paused, 'pause endless')
await heard(places.paused, 'paused endless')
log('first day done')

// Friday, 20 November: a story, an urgent mention, and a spike

await startAt('20T10:00')
const question = ' is active again after a pause '
await world.until(
  'both questions',
  () => messages(places.asked).filter(({ text }) => text.includes(question)).length === 2,
)
await say(ana, places.paused, 'pause long until tuesday')
await heard(places.paused, 'paused long until')
await say(ana, places.paused, 'pause long until monday 09:10')
await heard(places.paused, 'paused long until 23 Nov')
const title = 'Acme recalls four thousand kettles after reports of fire'
const story = (id: number, reach: number, fields: Fields = {}) =>
  add('acme', id, { url: `https://paper${id}.example/recall`, title, reach, ...fields })
const receiptOf = (where: string, id: number) =>
  messages(where).find(({ metadata }) => String(metadata?.event_payload.ids).split(',').includes(String(id)))
story(1201, 2000)
await world.until('the story', () => receiptOf(places.brand, 1201) !== undefined)
story(1202, 100)
story(1203, 100, { url: 'http://www.paper1201.example/recall/?utm_source=x', title: 'Kettles' })
story(1204, 100, { title: `${title} today`, sentiment: 'negative' })
await world.until(
  'its sites',
  () => receiptOf(places.brand, 1201)?.text.includes('Picked up by 3 sites') === true,
)
story(1205, 100_000)
await world.until('the second card', () => receiptOf(places.brand, 1205) !== undefined)
story(1206, 100)
await world.until('its sites', () => receiptOf(places.brand, 1205)?.text.includes('now on 5 sites') === true)
add('acme', 1210, { tags: ['urgent'], sentiment: 'negative' })
await posted(places.brand, 1210)
const spike = (first: number, count: number, german: number[] = []) => {
  for (let id = first; id < first + count; id++) {
    const about = { sentiment: 'negative' as const, reach: id, location: { country: id % 2 ? 'DE' : 'GB' } }
    add('outage', id, { ...about, language: german.includes(id) ? 'de' : 'en', title: `Acme is down, ${id}` })
  }
}
spike(40_101, 8)
await posted(places.incidents, 40_101, 40_108)
await heard(places.incidents, 'Spike')
log('the first spike began')
await startAt('20T10:20')

await told(mei, 'Nobody has claimed')
await startAt('20T11:00')
await heard(places.brand, 'who is on watch, was called')
await world.until('the end of the spike', () => find(places.incidents, 'over') !== undefined)
log('the first spike is over')
await wait(6000)

// Monday, 23 November, 05:10: people work through cards

await startAt('23T05:10')
await slack.people.changeChannel({ do: 'rename', channel: places.brand, name: 'brand-news' })
await slack.people.changeChannel({ do: 'rename', channel: places.archive, name: 'brand-watch' })
await say(ana, places.brand, `watch swap <@${ben}|ben>`)
await heard(places.brand, 'handed the watch to Ben')
await say(ben, places.brand, `watch swap <@${kim}|kim>`)
await heard(places.brand, 'handed the watch to Kim')
await say(ben, places.brand, 'unmute word lottery*')
await heard(places.brand, 'unmuted')
await say(ben, places.brand, 'mute word lottery* 7d')
const ids = [1301, 1302, 1303, 1304, 1305, 1306, 1307, 1308, 1309, 1310]
for (const id of ids) add('acme', id, { sentiment: id % 2 ? 'negative' : 'positive' })
add('acme', 1311, { author: { name: 'Acme PR', avatar: '', audience: 10, url: '' } })
await posted(places.brand, ...ids, 1311)
const react = (user: string, id: number, reaction: string) =>
  slack.people.react({ user, channel: places.brand, ts: cardOf(places.brand, id)?.ts ?? '', reaction })
await onCard(ana, 1301, 'mention_claim')
await onCard(ben, 1302, 'mention_claim')
await shows(1302, 'Claimed by Ben Okafor')
await onCard(mei, 1302, 'mention_done')
await fromMenu(ana, 1303, 'assign', { person: { person: ben }, note: { note: 'Please call them.' } })
await fromMenu(ana, 1304, 'snooze', { until: { until: '4h' } })
await fromMenu(mei, 1305, 'not-relevant')
await submit(ana, await modal(ana, () => fromMenu(ana, 1306, 'more')), {
  ticket: { ticket: 'https://tracker.example/issues/6' },
})
await onCard(kim, 1306, 'mention_claim')
await react(ana, 1307, 'eyes')
await shows(1307, 'Claimed by Ana Lima')
await react(ana, 1307, 'white_check_mark')
await shows(1307, 'Done')
await shows(1303, 'Assigned to Ben Okafor')
await told(ben, 'assigned this to you')
add('falcon', 2001)
await posted(places.crisis, 2001)
await onCard(ben, 2001, 'mention_claim', places.crisis)
await shows(2001, 'Claimed', places.crisis)
log('the cards of the early morning are done')

await startAt('23T07:15')
await told(ben, 'Still open')
await fromMenu(ben, 1310, 'assign', { person: { person: mei } })
await told(mei, 'assigned this to you')

await startAt('23T08:40')
await say(ana, places.paused, 'pause short 30m')
await heard(places.paused, 'paused short')
add('paused', 8101)
add('paused', 8102)
add('evening', 5101)
add('evening', 5102)
add('evening', 5103, { reach: 60_000 })
await posted(places.evening, 5103)
add('acme', 1320, { tags: ['urgent'] })
add('acme', 1321, { author: { name: 'Spam King', avatar: '', audience: 10, url: '' } })
add('acme', 1322, { url: 'https://www.spam.example/1322' })
add('acme', 1323, { source: 'tiktok' })
add('acme', 1324, { title: 'Win the lottery with Acme' })
add('acme', 1325, { source: 'youtube' })
await posted(places.brand, 1320)
add('over', 9101)
await wait(6000)

// 08:56: another urgent mention

await startAt('23T08:56')
await told(kim, 'Nobody has claimed')
add('acme', 1326, { tags: ['urgent'] })
add('acme', 1327)
add('acme', 1328)
await posted(places.brand, 1326, 1327, 1328)
await wait(6000)

// 08:59:40: in the middle of everything

configure((one) => ({
  ...one,
  webhooks,
  subscriptions: [...one.subscriptions, { ...fresh, burstWithin: '0s' }],
}))
type Act = Parameters<typeof slack.control.fault>[0]['act']
const lostPost: Act = { do: 'hang' }
const unansweredPost: Act = { do: 'hang', after: true }
const waiting = new Map<number, string>()
/** Hits one call, and is waited for. */
const fault = (what: string, plan: Parameters<typeof slack.control.fault>[0]) =>
  void waiting.set(slack.control.fault({ ...plan, times: 1 }), what)
const whenPosted = (what: string, text: string, act: Act) =>
  fault(what, { method: 'chat.postMessage', text, act })

slack.control.fault({ method: 'chat.postMessage', channel: places.fresh, act: lostPost })
await startAt('23T08:59:00')
receiver.answerWith(
  (response) => void response.writeHead(response.req.url?.includes('tickets') ? 410 : 503).end(),
)
world.service.faults.plan({ path: `*/alerts/${alerts.over}/*`, fault: { kind: 'status', status: 503 } })
const asked = messages(places.asked).find(({ text }) => text.includes(`over${question}`.trim()))
await press(mei, places.asked, asked?.ts ?? '', 'start_from_now')
await heard(places.asked, 'the mentions of the pause are skipped')
slack.control.fault({ method: 'chat.postMessage', channel: places.europe, act: lostPost })
spike(40_201, 8, [40_208])
await posted(places.incidents, 40_201, 40_208)
const live = () => messages(places.incidents).findLast(({ text }) => text.startsWith('Spike'))
await world.until('the live card', () => /of \d+ claimed/.test(live()?.text ?? ''))
await press(ben, places.incidents, live()?.ts ?? '', 'spike_lead')
await world.until('the lead', () => live()?.text.includes('Lead: Ben Okafor') === true)
const status = await modal(ana, () => press(ana, places.incidents, live()?.ts ?? '', 'spike_status'))
await submit(ana, status, { status: { status: 'Looking into it' } })
await world.until('the status', () => live()?.text.includes('Looking into it') === true)
log('the second spike runs')

// Before its first post a process searches the channel, so each subscription posts once before the faults.
add('rival', 3100, { sentiment: 'neutral' })
add('news', 70_001, { tags: ['lost'] })
add('news', 70_002, { tags: ['found'] })
await posted(places.support, 3100)
await posted(places.doubted, 70_001, 70_002)
await slack.people.changeChannel({ do: 'archive', channel: places.doubted })
add('news', 70_003, { tags: ['found'] })
await world.until('a problem', () => world.output().includes('is_archived'))
await slack.people.changeChannel({ do: 'unarchive', channel: places.doubted })
await posted(places.doubted, 70_003)

await onCard(ana, 1308, 'mention_claim')
await shows(1308, 'Claimed')
await onCard(ana, 1308, 'mention_release')
await world.until('the release', () => !textOf(places.brand, 1308).includes('Claimed'))
await fromMenu(ana, 1308, 'snooze', { until: { until: 'tomorrow' } })
await fromMenu(kim, 1309, 'not-relevant')
await shows(1309, 'Not relevant')
await onCard(kim, 1309, 'mention_restore')
await world.until('the restored card', () => !textOf(places.brand, 1309).includes('Not relevant'))
await submit(ana, await modal(ana, () => fromMenu(ana, 1309, 'more')), {
  ticket: { ticket: 'https://tracker.example/issues/9' },
})
await onCard(ben, 1301, 'mention_done')
await shows(1301, 'Done')

whenPosted(
  'the second part of a digest that Slack has',
  '"weekly","period":"2026-W47","part":1',
  unansweredPost,
)
whenPosted('the first part of a digest that Slack lacks', '"outages","period":"2026-W47","part":0', lostPost)
await world.until(
  'the digests',
  () =>
    messages(places.marketing).length > 0 &&
    ![...waiting.values()].some((what) => what.includes('digest that Slack lacks') && stillPlanned(what)),
)
slack.control.fault({ method: 'conversations.history', act: { do: 'hang' } })
slack.control.fault({ method: 'conversations.replies', act: { do: 'hang' } })
whenPosted('the reply of a burst', 'news.example/3106', lostPost)
whenPosted('a mention that Slack has', 'news.example/70102', unansweredPost)
whenPosted('a mention that Slack lacks', 'news.example/70101', lostPost)
whenPosted('a reply of the spike', 'news.example/40211', lostPost)
whenPosted('a direct message that Slack has', 'news.example/1327', unansweredPost)
whenPosted('a direct message that Slack lacks', 'news.example/1328', lostPost)
fault('a card that is not drawn', { method: 'chat.update', text: 'news.example/1309', act: { do: 'hang' } })
for (let id = 3101; id <= 3106; id++) add('rival', id, { reach: 5000 - id, sentiment: 'neutral' })
add('news', 70_102, { tags: ['found'] })
add('news', 70_101, { tags: ['lost'] })
add('outage', 40_211, { language: 'en' })
await fromMenu(ben, 1327, 'assign', { person: { person: kim } })
await fromMenu(ben, 1328, 'assign', { person: { person: mei } })
await onCard(kim, 1309, 'mention_claim')
function stillPlanned(what: string): boolean {
  return slack.state.faults.some(({ id }) => waiting.get(id) === what)
}
await world
  .until('every fault', () => ![...waiting.values()].some(stillPlanned), 20_000)
  .catch(() => log(`missing: ${[...waiting.values()].filter(stillPlanned).join(', ')}`))
await wait(500)
await world.end('SIGKILL')
log('killed')

export { clock, receiver, secret, world }

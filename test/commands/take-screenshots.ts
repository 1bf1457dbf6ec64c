import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { startDemo } from '../../src/cli/demo.ts'
import { variables } from '../../src/config/settings.ts'
import { encodeFilm, type Frame } from './film.ts'

/**
 * `npm run tool -- screenshots`: takes the pictures in docs/ and the film from the running demo. It needs Chromium on this machine, and takes some
 * minutes.
 */

/** The lowest part of the messages in a window. */
const last = (height: number) => ({ x: 240, y: 568 - height, width: 660, height })
/** What begins at the top of the window, under its bar. */
const first = (height: number) => ({ x: 240, y: 48, width: 660, height, isFirst: true })
const form = { x: 190, y: 24, width: 520, height: 592 }

/** The pictures of pages in docs/use, each with what a person types, and words of the answer. The form of the last one stays open. */
const scenes = [
  { picture: 'card', line: undefined, shows: /Claim/, clip: last(470) },
  { picture: 'duty', line: 'mentions duty', shows: /Pass on for a day/, clip: last(165) },
  { picture: 'mute', line: 'mentions mute source reddit 7d', shows: /would have hidden/, clip: last(150) },
  { picture: 'open', line: 'mentions open', shows: /open mention/i, clip: first(300) },
  { picture: 'find', line: 'mentions find app', shows: /in Slack/, clip: last(518) },
  { picture: 'subscribe', line: 'mentions subscribe', shows: /How often/, clip: form },
]

const start = () =>
  startDemo({
    service: 'embedded',
    port: 0,
    program: 'src/main.ts',
    variables,
    print: () => undefined,
  })
let demo: Awaited<ReturnType<typeof start>> | undefined
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
})
try {
  demo = await start()
  writeFileSync('docs/pictures/film.gif', encodeFilm(await recordFilm()))
  await demo.stop()

  // The pictures show a channel that has just begun.
  demo = await start()
  const desk = await open({ width: 1280, height: 860 }, 'light')
  await desk.getByRole('button', { name: /A burst of 20/ }).click()
  await desk
    .getByText(/20 new mentions/)
    .first()
    .waitFor({ timeout: 60_000 })

  const answer = await open({ width: 1000, height: 1000 }, 'light')
  await answer.keyboard.press('/')
  await answer.keyboard.type('mentions-stats 30d')
  await answer.keyboard.press('Enter')
  await answer
    .getByText(/Widest reach/)
    .first()
    .waitFor({ timeout: 60_000 })
  await wait(500)
  await answer.screenshot({ path: 'docs/pictures/stats.png' })

  for (const scene of scenes) await takeScene(scene)

  // The form of the last scene is open on all pages of the person.
  await desk.keyboard.press('Escape')
  await desk.getByRole('dialog').waitFor({ state: 'detached' })
  const phone = await open({ width: 380, height: 860 }, 'dark', { name: 'support', alert: 'Acme support' })
  await desk.getByRole('button', { name: /A crisis/ }).click()
  await phone
    .getByText(/Spike in mentions/)
    .first()
    .waitFor({ timeout: 60_000 })
  // The live card is updated every 20 s; after that it links the mentions in its thread.
  await wait(22_000)
  await phone.mouse.move(1, 1)
  await phone.screenshot({ path: 'docs/pictures/phone.png' })
} finally {
  await browser.close()
  await demo?.stop()
}
process.exit(0)

/** Types the line of a scene, and takes what it shows. */
async function takeScene({ picture, line, shows, clip }: (typeof scenes)[number]): Promise<void> {
  const page = await open({ width: 900, height: 640 }, 'light')
  if (line !== undefined) {
    await page.keyboard.press('/')
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  const found = page.getByText(shows).last()
  await found.waitFor({ timeout: 60_000 })
  if ('isFirst' in clip) await found.evaluate((one) => one.scrollIntoView({ block: 'start' }))
  await page.mouse.move(1, 1)
  await wait(500)
  await page.screenshot({ path: `docs/pictures/${picture}.png`, clip })
  await page.close()
}

/** Records about 40 s: cards, a burst, a claim, numbers, a crisis, and the bot killed in the middle of it. Waiting is left out. */
async function recordFilm(): Promise<Frame[]> {
  const page = await open({ width: 1280, height: 760 }, 'light')
  const frames: Frame[] = []
  const stepMs = 500
  const record = async (ms: number) => {
    for (let left = ms; left > 0; left -= stepMs) {
      frames.push({ png: await page.screenshot(), ms: stepMs })
      await wait(stepMs)
    }
  }
  const pull = async (lever: RegExp) => {
    await page.getByRole('button', { name: lever }).click()
    // The click scrolls to the lever, and the counter is above it.
    await page.getByText('made', { exact: true }).scrollIntoViewIfNeeded()
  }
  const shown = (text: RegExp) => page.getByText(text).first().waitFor({ timeout: 90_000 })

  await record(2000)
  await pull(/A new mention/)
  await record(4000)
  await page.getByRole('button', { name: 'Claim', exact: true }).last().click()
  await record(2500)
  await pull(/A burst of 20/)
  await record(1500)
  await shown(/20 new mentions/)
  await record(5000)
  await page.getByText('support', { exact: true }).first().click()
  await record(1500)
  await pull(/A crisis/)
  await record(1500)
  await pull(/Kill the bot/)
  await record(4000)
  await shown(/Spike in mentions/)
  await record(7000)
  await page.getByText('brand-watch', { exact: true }).first().click()
  await page.keyboard.press('/')
  for (const letter of 'mentions-stats 30d') await page.keyboard.type(letter)
  await record(1000)
  await page.keyboard.press('Enter')
  await shown(/Widest reach/)
  await record(6000)
  await page.close()
  return frames
}

/** Opens the page in a new window, at a channel that has its first cards. */
async function open(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  { name, alert } = { name: 'brand-watch', alert: 'Acme brand' },
): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme })
  await page.goto(demo?.url ?? '')
  if (viewport.width < 800)
    await page
      .getByRole('button', { name: /channels/i })
      .first()
      .click()
  await page.getByText(name).first().click()
  await page
    .getByText(new RegExp(`atching ${alert}`))
    .first()
    .waitFor({ timeout: 60_000 })
  await wait(1500)
  return page
}

import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { startDemo } from '../../src/cli/demo.ts'
import { variables } from '../../src/config/settings.ts'

/** `npm run screenshots`: takes the pictures in docs/ from the running demo. It needs Chromium on this machine. */

const demo = await startDemo({
  service: 'embedded',
  port: 0,
  program: 'src/main.ts',
  variables,
  print: () => undefined,
})
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
})
try {
  const desk = await open({ width: 1280, height: 860 }, 'light')
  await desk.getByRole('button', { name: /A burst of 20/ }).click()
  await desk
    .getByText(/20 new mentions/)
    .first()
    .waitFor({ timeout: 60_000 })
  await wait(6000)
  await desk.screenshot({ path: 'docs/demo.png' })

  const answer = await open({ width: 1000, height: 1000 }, 'light')
  await answer.keyboard.press('/')
  await answer.keyboard.type('mentions-stats 30d')
  await answer.keyboard.press('Enter')
  await answer
    .getByText(/Widest reach/)
    .first()
    .waitFor({ timeout: 60_000 })
  await wait(500)
  await answer.screenshot({ path: 'docs/stats.png' })

  const phone = await open({ width: 380, height: 860 }, 'dark', { name: 'support', alert: 'Acme support' })
  await desk.getByRole('button', { name: /A crisis/ }).click()
  await phone
    .getByText(/Spike in mentions/)
    .first()
    .waitFor({ timeout: 60_000 })
  // The live card is updated every 20 s; after that it links the mentions in its thread.
  await wait(22_000)
  await phone.mouse.move(1, 1)
  await phone.screenshot({ path: 'docs/phone.png' })
} finally {
  await browser.close()
  await demo.stop()
}
process.exit(0)

/** Opens the page in a new window, at a channel that has its first cards. */
async function open(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  { name, alert } = { name: 'brand-watch', alert: 'Acme brand' },
): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme })
  await page.goto(demo.url)
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

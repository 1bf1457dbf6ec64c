import type { Collection, Collections } from '../model/collection.ts'
import {
  type Installation,
  installationSchema,
  newInstallationId,
  type OtherInstallation,
  otherInstallationSchema,
} from '../model/installation.ts'

/** Both are rebuildable: a store without its id gets another one, and other installations are noticed again. */
const options = { rebuildable: true } as const

/** The installation is stored under this key, the only one. */
const key = 'store'

function installationRecord({ collection }: Collections): Collection<Installation> {
  return collection('installation', installationSchema, options)
}

export function otherInstallations({ collection }: Collections): Collection<OtherInstallation> {
  return collection('other-installations', otherInstallationSchema, options)
}

export function findInstallation(store: Collections): Promise<Installation | undefined> {
  return installationRecord(store).find(key)
}

/** Returns the installation of a store. A store without one gets it; of several processes, the first one decides. */
export async function openInstallation(
  store: Collections,
  now: () => number,
  random: (below: number) => number,
): Promise<Installation> {
  const made = { id: newInstallationId(now(), random), since: now() }
  return (await installationRecord(store).change(key, (current) => current ?? made)) ?? made
}

import type { Collection, Collections } from '../model/collection.ts'
import { type Installation, installationSchema, newInstallationId } from '../model/installation.ts'

/** The installation is stored under this key, the only one. */
const key = 'store'

function installationRecord({ collection }: Collections): Collection<Installation> {
  return collection('installation', installationSchema, { rebuildable: true })
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

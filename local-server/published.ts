import manifest from '../package.json' with { type: 'json' }

const { name, ...marks } = manifest

/**
 * The name under which npm's registry has this package; null while nobody has published it, because then the name belongs to
 * whoever registers it first. package.json decides: npm publishes nothing that is private.
 */
export const PUBLISHED_AS: string | null = 'private' in marks ? null : name

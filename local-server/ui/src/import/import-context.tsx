// Several files at once become a post each. They live beside the pages, so that closing what shows them stops nothing.
import { createContext, useContext, useState, type ReactNode } from 'react'

export interface Import {
  /** Files that have just arrived; null while nothing is imported. */
  readonly files: readonly File[] | null
  begin(files: readonly File[]): void
  end(): void
}

const ImportContext = createContext<Import | null>(null)

export function useImport(): Import {
  const context = useContext(ImportContext)
  if (context === null) throw new Error('useImport is used outside of ImportProvider')
  return context
}

export function ImportProvider({ children }: { readonly children: ReactNode }) {
  const [files, setFiles] = useState<readonly File[] | null>(null)
  return (
    <ImportContext value={{ files, begin: setFiles, end: () => setFiles(null) }}>{children}</ImportContext>
  )
}

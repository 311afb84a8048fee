/** Returns the path with escapes decoded and slashes collapsed, or null when an escape is malformed. */
export function plainPath(path: string): string | null {
  if (!path.includes('%') && !path.includes('//')) return path;
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return null;
  }
}

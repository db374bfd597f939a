/**
 * Load a file that nothing has waited for. If the site has a new version without it, load the page again, which comes back
 * to where it was.
 */
export async function late(load) {
  try {
    return await load();
  } catch (error) {
    const { status } = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => ({}));
    if (status === 404) location.reload();
    throw error;
  }
}

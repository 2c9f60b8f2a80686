// The theory of bitladder, compiled to WebAssembly (experiments/play/play.cc).

// {catalog, ladders(settings)} of the module's bytes; settings name the controls of the page.
export async function makeSim(bytes) {
  const module = await WebAssembly.compile(bytes);
  // The C library asks for files and clocks that theory never touches.
  const refuse = new Proxy(
    {},
    {
      get: (_, name) => () => {
        throw new Error(`play.wasm called ${name}`);
      },
    },
  );
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: refuse });
  exports._initialize();

  const take = (pointer) => {
    const bytes = new Uint8Array(exports.memory.buffer, pointer);
    const text = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    exports.play_free(pointer);
    return JSON.parse(text);
  };
  const catalog = take(exports.play_catalog());
  const policy = (name) => catalog.policies.findIndex((p) => p.name === name);
  return {
    catalog,
    // {command, text, policies, bits_for_first_cost} or {command, error}
    ladders(s) {
      const answer = take(
        exports.play_ladders(
          s.entries,
          s.size_ratio,
          s.levels,
          catalog.merge_policies.indexOf(s.merge_policy),
          s.bits_per_key,
          catalog.filters.indexOf(s.filter),
          s.existing_fraction,
          policy(s.baseline),
          policy(s.policy),
        ),
      );
      return answer.json ? { ...answer, ...JSON.parse(answer.json) } : answer;
    },
  };
}

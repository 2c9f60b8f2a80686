#include "engine/tree/memtable.h"

#include <algorithm>
#include <new>

#include "engine/check.h"

namespace bitladder::engine {
namespace {

// The first eight bytes as a big-endian number, short keys padded with zeros: prefixes order as the
// keys do, except that equal prefixes decide nothing. Saves most walks the visit to the key's
// bytes.
std::uint64_t KeyPrefix(std::string_view user_key) {
  std::uint64_t prefix = 0;
  user_key.copy(reinterpret_cast<char*>(&prefix), sizeof prefix);  // an empty key may have no data
  return __builtin_bswap64(prefix);
}

std::uint64_t Tag(std::uint64_t sequence, ValueType type) {
  return sequence << 8 | static_cast<std::uint64_t>(type);
}

}  // namespace

// In the arena: the node, its links, the internal key, the value.
struct Memtable::Node {
  std::uint64_t prefix;
  std::uint64_t tag;
  std::uint32_t user_key_bytes;
  std::uint32_t value_bytes;
  int height;

  using Link = std::atomic<Node*>;
  Link& link(int level) { return reinterpret_cast<Link*>(this + 1)[level]; }
  Node* next(int level) { return link(level).load(std::memory_order_acquire); }
  char* data() { return reinterpret_cast<char*>(&link(height)); }
  std::string_view user_key() { return {data(), user_key_bytes}; }
  std::string_view internal_key() { return {data(), user_key_bytes + sizeof tag}; }
  std::string_view value() { return {data() + user_key_bytes + sizeof tag, value_bytes}; }
};

Memtable::Memtable() : head_(NewNode(kMaxHeight, {}, 0, {})) {}

Memtable::Node* Memtable::NewNode(int height, std::string_view user_key, std::uint64_t tag,
                                  std::string_view value) {
  const std::size_t links_bytes = static_cast<std::size_t>(height) * sizeof(Node::Link);
  char* memory =
      arena_.Allocate(sizeof(Node) + links_bytes + user_key.size() + sizeof tag + value.size());
  Node* node =
      new (memory) Node{KeyPrefix(user_key), tag, static_cast<std::uint32_t>(user_key.size()),
                        static_cast<std::uint32_t>(value.size()), height};
  for (int level = 0; level < height; ++level) {
    new (&node->link(level)) Node::Link(nullptr);
  }
  char* data = node->data();
  std::copy(user_key.begin(), user_key.end(), data);
  data += user_key.size();
  for (int byte = 0; byte < 8; ++byte) {
    *data++ = static_cast<char>(tag >> (8 * byte));
  }
  std::copy(value.begin(), value.end(), data);
  return node;
}

// A quarter of the nodes reach each next height.
int Memtable::RandomHeight() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  int height = 1;
  for (std::uint64_t bits = random_; height < kMaxHeight && (bits & 3) == 0; bits >>= 2) {
    ++height;
  }
  return height;
}

Memtable::Node* Memtable::FindAtOrAfter(std::string_view user_key, std::uint64_t tag,
                                        Node** previous) const {
  const std::uint64_t prefix = KeyPrefix(user_key);
  const auto before = [&](Node* node) {
    if (node->prefix != prefix) {
      return node->prefix < prefix;
    }
    const int order = node->user_key().compare(user_key);
    return order != 0 ? order < 0 : node->tag > tag;
  };
  Node* node = head_;
  Node* known_after = nullptr;  // its order is already known from the level above
  for (int level = height_.load(std::memory_order_relaxed) - 1;; --level) {
    Node* next = node->next(level);
    while (next != nullptr && next != known_after && before(next)) {
      node = next;
      next = node->next(level);
    }
    known_after = next;
    if (previous != nullptr) {
      previous[level] = node;
    }
    if (level == 0) {
      return next;
    }
  }
}

void Memtable::Add(std::uint64_t sequence, ValueType type, std::string_view user_key,
                   std::string_view value) {
  std::array<Node*, kMaxHeight> previous;
  previous.fill(head_);
  const std::uint64_t tag = Tag(sequence, type);
  const Node* at = FindAtOrAfter(user_key, tag, previous.data());
  ENGINE_CHECK(at == nullptr || at->tag != tag || const_cast<Node*>(at)->user_key() != user_key,
               sequence, user_key.size());
  const int height = RandomHeight();
  if (height > height_.load(std::memory_order_relaxed)) {
    height_.store(height,
                  std::memory_order_relaxed);  // readers may see either: head_ has all links
  }
  Node* node = NewNode(height, user_key, tag, value);
  for (int level = 0; level < height; ++level) {
    Node* before = previous[static_cast<std::size_t>(level)];
    node->link(level).store(before->next(level), std::memory_order_relaxed);
    before->link(level).store(node, std::memory_order_release);
  }
  logical_bytes_.store(logical_bytes() + LogicalBytes(user_key, value), std::memory_order_relaxed);
  entries_.store(entries_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

std::optional<ValueType> Memtable::Get(std::string_view user_key, std::uint64_t snapshot,
                                       std::string* value) const {
  Node* node = FindAtOrAfter(user_key, Tag(snapshot, ValueType::kValue), nullptr);
  if (node == nullptr || node->user_key() != user_key) {
    return std::nullopt;
  }
  const auto type = static_cast<ValueType>(node->tag & 0xff);
  if (type == ValueType::kValue) {
    value->assign(node->value());
  }
  return type;
}

class MemtableIterator final : public Iterator {
 public:
  explicit MemtableIterator(const Memtable& memtable) : memtable_(memtable) {}

  bool Valid() const override { return node_ != nullptr; }
  void SeekToFirst() override { node_ = memtable_.head_->next(0); }
  void Seek(std::string_view internal_key) override {
    const std::size_t user_key_bytes = internal_key.size() - 8;
    const std::uint64_t tag = DecodeFixed64(internal_key.data() + user_key_bytes);
    node_ = memtable_.FindAtOrAfter(internal_key.substr(0, user_key_bytes), tag, nullptr);
  }
  void Next() override { node_ = node_->next(0); }
  std::string_view key() const override { return node_->internal_key(); }
  std::string_view value() const override { return node_->value(); }
  Status status() const override { return {}; }

 private:
  const Memtable& memtable_;
  Memtable::Node* node_ = nullptr;
};

std::unique_ptr<Iterator> Memtable::NewIterator() const {
  return std::make_unique<MemtableIterator>(*this);
}

}  // namespace bitladder::engine

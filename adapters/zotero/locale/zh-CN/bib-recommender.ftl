recommender-section =
    .label = 相关论文
recommender-sidenav =
    .tooltiptext = 相关论文
recommender-menu =
    .label =
        { $kind ->
            [none] 为所选行推荐论文…
           *[rows] 为“{ $title }”推荐论文…
        }

recommender-dialog-title = 相关论文
recommender-dialog-heading = “{ $title }”的推荐（{ $count } 个条目）
recommender-reload = 重新查询

recommender-loading = 正在查找相关论文…
recommender-reading = 正在读取第 { $done } / { $count } 个条目…
recommender-count = { $count } 条推荐
recommender-empty = 这里没有可推荐的论文。
recommender-no-items = 这里没有可作为起点的论文。
recommender-read-only = 无法保存到“{ $library }”：您只有读取权限。
recommender-down = 推荐服务未在 { $address } 运行。请在终端中运行“recommender serve”，然后重新查询。
recommender-foreign = { $address } 由另一个程序应答。请在“设置 → Recommender”中填写推荐服务的地址。
recommender-address = “{ $address }”不是可用的地址。请在“设置 → Recommender”中填写类似 http://127.0.0.1:8763 的地址。
recommender-token = 推荐服务不接受此令牌。请在终端中运行“recommender token”，并将输出粘贴到“设置 → Recommender”中。
recommender-refused = 推荐服务无法应答。

recommender-strength-strong = 强
recommender-strength-fair = 中
recommender-strength-weak = 弱
recommender-strength-far = 较远

recommender-save = 保存
    .title = 保存到“{ $place }”（S）
recommender-open = 打开
    .title = 在浏览器中打开（Enter）
recommender-dismiss = 不感兴趣
    .title = 此文库中不再推荐此论文（Delete）
recommender-undo = 撤销
recommender-show = 在文库中显示

recommender-newer = 文库中 { $key } 的更新版本。
recommender-saving = 正在保存…
recommender-saved = 已保存。
recommender-owned = 已在文库中。
recommender-dismissed = 此文库中不再推荐。
recommender-failed = 操作失败：{ $message }

recommender-pref-privacy = 您查询的条目只会发送到此地址（默认为本机），不会发送到其他地方。
recommender-pref-address = 地址
recommender-pref-token = 令牌（用于其他计算机上的服务）
recommender-pref-corpus = 语料库（留空则用服务的默认值）
recommender-pref-limit = 推荐数量
recommender-pref-tag = 保存论文时的标签
recommender-pref-check =
    .label = 检查
recommender-pref-checking = 正在查询…
recommender-pref-works = 版本 { $version } 已应答。语料库：{ $corpora }
